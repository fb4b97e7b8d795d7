"""Which page's label would tell most? Expected error reduction (Roy, McCallum 2001, "Toward optimal active learning
through sampling estimation of error reduction"), with the error in F.

There are several hypotheses of what is wanted, each with a probability and the pages that it holds for. Who has to
choose takes the one with the least expected loss, where the loss of taking A if B is right is 1 - F of A's pages
against B's:

    risk(p)  =  min over A of sum over B of p(B) * (1 - F(A, B))
    gain(x)  =  risk(p) - P(yes) * risk(p | yes) - P(no) * risk(p | no),   P(yes) = sum of p(H) over H that x is of

and a label is wrong with probability e. So a page is worth nothing that all hypotheses agree about, nor one that parts
hypotheses which differ in no other page. Pages that are of the same hypotheses are worth the same; the first one of
them is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_NOISE = 0.05  # e
_LEAST, _LEAST_SCEPTICAL = 0.02, 0.01  # gain that is worth a question
_SAME = 0.05  # loss up to which two hypotheses are one
_SCEPTICAL = 0.2  # power of the probabilities for who trusts them less

_Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Gain:
    """What a page's label would tell."""

    page: int
    gain: float
    hanging: int  # other pages whose verdict hangs on it


def most_telling(
    holding: Sequence[NDArray[np.bool_]], probability: Sequence[float], pages: Sequence[int], *, sceptical: bool = False
) -> Gain | None:
    """Of these pages the one with the most gain; None if that is too little. `holding` says for each hypothesis which
    of all pages it holds for. Who is sceptical takes the probabilities for less different than they are."""
    holds, belief, loss = _distinct(np.array(holding), np.array(probability))
    belief = belief ** (_SCEPTICAL if sceptical else 1.0)
    belief = belief / belief.sum()
    risk = (belief @ loss).min()
    alike: dict[bytes, int] = {}  # pages of the same hypotheses
    for page in pages:
        alike.setdefault(holds[:, page].tobytes(), page)
    best: Gain | None = None
    for page in alike.values():
        right = np.where(holds[:, page], 1 - _NOISE, _NOISE)
        yes, no = belief * right, belief * (1 - right)
        of_yes, of_no = yes @ loss, no @ loss  # not scaled: each with its probability
        gain = float(risk - of_yes.min() - of_no.min())
        if gain >= (_LEAST_SCEPTICAL if sceptical else _LEAST) and (best is None or gain > best.gain):
            hanging = int((holds[of_yes.argmin()] != holds[of_no.argmin()]).sum()) - 1
            best = Gain(page, gain, max(0, hanging))
    return best


def _distinct(holds: NDArray[np.bool_], probability: _Vector) -> tuple[NDArray[np.bool_], _Vector, _Vector]:
    """The hypotheses that differ, with their probabilities and losses. Of those that hold for nearly the same pages
    only the most probable counts: ten ways to say one thing do not make it ten times as probable."""
    order = np.argsort(-probability, kind="stable")
    holds, probability = holds[order], probability[order]
    loss = _loss(holds)
    kept: list[int] = []
    for number, row in enumerate(loss):
        if not kept or row[kept].min() >= _SAME:
            kept.append(number)
    return holds[kept], probability[kept], loss[np.ix_(kept, kept)]


def _loss(holds: NDArray[np.bool_]) -> _Vector:
    """1 - F of each hypothesis' pages, taken for those of each other."""
    ones = holds.astype(np.float32)
    size = ones.sum(axis=1)
    both = ones @ ones.T
    return np.asarray(1 - 2 * both / np.maximum(1.0, size[:, None] + size[None, :]), dtype=np.float64)
