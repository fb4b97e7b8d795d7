"""Products of small matrices on one core. The adapter of `threadpoolctl`.

The linear algebra below numpy wakes a thread on every core for a product, and lets it wait busily for the next one. For
the few rows and columns that are multiplied here that takes more time of the processor, and hardly less of the clock.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


def on_one_core() -> AbstractContextManager[object]:
    """While it lasts, no other core is asked to help."""
    limit: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limit


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()  # looks through all libraries that are loaded, so once
