"""Links that turn the pages of a list: numbers, next and previous, or chains of pages."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

# "Next", "previous", "older", "newer", "first", "last" where much of the web is written.
_WORDS = frozenset(
    """
    next prev previous older newer first last earlier later nächste nächster weiter vorherige zurück ältere neuere erste
    letzte suivant suivante suivants précédent précédente précédents premier première dernier dernière siguiente
    siguientes anterior anteriores primera última próximo próxima seguinte avanti indietro successivo successiva
    precedente prossimo prossima volgende vorige nästa föregående neste forrige næste następna następny poprzednia
    poprzedni další předchozí следующая следующий предыдущая предыдущий вперёд назад далее sonraki önceki επόμενη
    προηγούμενη 次へ 次 前へ 前 次のページ 前のページ 下一页 上一页 下一頁 上一頁 下页 上页 다음 이전 التالي السابق
    """.split()  # noqa: SIM905  # a list of words reads better
)
_FILLER = frozenset({"page", "pages", "of", "seite", "von", "página", "pagina", "de", "di", "strona", "z", "posts"})
_NUMBER = re.compile(r"\d{1,3}")  # four digits are a year
_SIGNS = re.compile(r"[\s«»‹›<>←→⟨⟩◀▶◄►|…._:·()\[\]/-]+")
_ONLY_SIGNS = re.compile(r"\s*[«»‹›<>←→⟨⟩◀▶◄►|…]+\s*")
_MOST = 0.8  # of the links must turn pages
_LEAST_CHAIN = 8  # pages one after the other


def turns_page(anchor: str) -> bool:
    """True for `7`, `Page 7 of 9`, `next »`, `‹`; not for 2019 or "next generation cameras"."""
    if _ONLY_SIGNS.fullmatch(anchor):
        return True
    words = [
        word for word in _SIGNS.split(anchor.lower()) if word and word not in _FILLER and word not in {"of", "von"}
    ]
    if not words or len(words) > 2:
        return False
    return all(word in _WORDS or _NUMBER.fullmatch(word) for word in words)


def mostly_turn_pages(anchors: Sequence[str]) -> bool:
    return sum(map(turns_page, anchors)) >= _MOST * len(anchors) > 0


def is_chain(links: Collection[tuple[int, int]]) -> bool:
    """True if the links, as pairs of pages, are ways on and back along rows of pages: nobody has more than two
    neighbours, and the rows are long."""
    neighbours: dict[int, set[int]] = {}
    for a, b in links:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    if not neighbours or max(map(len, neighbours.values())) > 2:
        return False
    # A row of n pages has n - 1 steps, a ring n: so there are as many rows as pages without a step of their own.
    steps = sum(map(len, neighbours.values())) // 2
    rows = max(1, len(neighbours) - steps)
    return len(neighbours) >= _LEAST_CHAIN * rows
