"""`text`: under construction."""

from __future__ import annotations

from collections.abc import Sequence

from hubwalk.errors import UsageError
from hubwalk.values import Page, Verdict


class TextValidator:
    """Nothing yet."""

    def __init__(self, samples: Sequence[Page], unlike: Sequence[Page] = ()) -> None:
        if not samples:
            raise UsageError("validator text: no samples to learn from; give some with --like URL_OR_FILE")

    def judge(self, page: Page) -> Verdict:
        return Verdict(False, 0.0, "not there yet")
