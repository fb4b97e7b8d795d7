"""Where samples share much by chance, one more thing that they share is no kind.

Two of three pages about coordinates may show twenty texts that only a tenth of all modules show, none of them on the
third page. That there is a twenty-first, which the third shows too, is no wonder then, and the size principle, for
which it is one, must not decide. So a trait of all samples that nobody has given as a name is the less probable, the
more others of its view are shared by all samples but one, each with about as many pages, inside the same larger kind.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hubwalk.validators.extensions import Matrix, Vector

_USUAL = 1.5  # log of so many others, and one: these are to be expected of any kind
_PRICE = 2.0  # nats, for each factor of e that there are more
_ABOUT = 2.0  # the sizes of two traits, at most, differ by this factor
_WITHIN = 0.9  # share of a trait's pages, and more, that lie in the kind


def price_of_chance(
    extension: Matrix, view: NDArray[np.int64], shared: NDArray[np.int64], nearly: NDArray[np.int64],
    around: NDArray[np.int64],
) -> Vector:  # fmt: skip
    """What each of the traits `shared` by all samples costs. Rows of the extension are traits, columns are pages, and
    `nearly` are the traits of all samples but one. `around` says of each of those shared the larger kind in which it
    lies, -1 for the site."""
    size, price = extension.sum(axis=1), np.zeros(len(shared))
    others = np.array([*_distinct(extension, view, nearly)], dtype=np.int64)
    for kind in np.unique(around) if len(others) else []:
        mine = around == kind
        inside = extension[others] @ extension[kind] if kind >= 0 else size[others]
        alike = view[others][:, None] == view[shared[mine]]
        alike &= (inside > 0)[:, None] & (inside >= _WITHIN * size[others])[:, None]
        of_mine = size[shared[mine]]
        alike &= (inside[:, None] <= _ABOUT * of_mine) & (_ABOUT * inside[:, None] >= of_mine)
        price[mine] = _PRICE * np.maximum(0.0, np.log1p(alike.sum(axis=0)) - _USUAL)
    return price


def _distinct(extension: Matrix, view: NDArray[np.int64], traits: NDArray[np.int64]) -> Iterator[int]:
    """Of traits of a view that the same pages have one."""
    known: set[tuple[int, bytes]] = set()
    for trait in traits.tolist():
        if (key := (int(view[trait]), extension[trait].tobytes())) not in known:
            known.add(key)
            yield trait
