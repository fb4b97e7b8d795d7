"""Sites of which nothing is known, as examples of what is not wanted: those that are unlike the wanted ones.

Sites that the examples link to are easily had, and more typical of what a crawl will meet than any a user would think
of; but some of them are of the wanted class. As in validators/unlabelled.py a likeness that needs no others comes first
(Liu, Dai, Li, Lee, Yu 2003): that of a site to all wanted ones, as cosine of TF-IDF vectors of whole sites. The
likenesses fall into two groups (Otsu 1979); the sites of the lower one are the others.
"""

from __future__ import annotations

import numpy as np

from hubwalk.validators.page_vectors import Floats, inverse_frequencies
from hubwalk.validators.unlabelled import division
from hubwalk.websites.page_classifier import TARGET
from hubwalk.websites.site_terms import CountedPages, by_site

_FEW = 4  # sites: fewer do not make two groups
_LEAST = 2  # sites with a term


def unlike_sites(pages: CountedPages) -> list[int]:
    """The numbers, within the background, of its sites that are unlike the targets; it is labelled OTHER."""
    alike = likeness_to_targets(pages)
    line = division(alike) if len(alike) >= _FEW else np.inf
    return [number for number, value in enumerate(alike) if value < line]


def likeness_to_targets(pages: CountedPages) -> Floats:
    """Of each site of the background, from 0 to 1."""
    rows, labels = by_site(pages)
    idf = np.where(rows.frequencies() >= _LEAST, inverse_frequencies(rows), 0.0)
    weights = rows.values * idf[rows.columns]
    lengths = np.sqrt(rows.sums(weights**2))
    values = weights / np.maximum(lengths, 1e-12)[rows.numbers()]
    wanted = labels[rows.numbers()] == TARGET
    sums: Floats = np.bincount(rows.columns[wanted], weights=values[wanted], minlength=rows.width).astype(float)
    centre = sums / max(1e-12, float(np.sqrt(sums @ sums)))
    alike: Floats = rows.sums(values * centre[rows.columns])[labels != TARGET]
    return alike
