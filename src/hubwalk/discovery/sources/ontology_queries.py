"""V2: queries from the ontology and its lexicon, the sites of what the search engines answer.

CROSSMARC (Stamatakis et al. 2003, sections 3 and 4.1) asks three kinds of queries:

    general   two general words of the domain in all their forms, language by language: "notebook sale", "laptops sale"
    pairs     manufacturer and model: "compaq presario"
    values    values of attributes as pages write them: 12.1" TFT

Where we differ: the paper's queries were written by hand from ontology and lexicon, and its text names a few examples;
the rules that make them here are ours. Without a lexicon the class's names are the general words and the choices of
attributes the values. A choice on its own ("silver") tells nothing of the domain, so it is asked for with a general
word of the language; so is a value of one word. A single general word is asked for alone. All kinds in one source take
turns, as do the languages, so that a budget cuts off the end of each and not the last one whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, product, zip_longest

from hubwalk.discovery.queries import COMBINATION, Query
from hubwalk.discovery.search import Asker
from hubwalk.discovery.sources.results import sites_of_answers
from hubwalk.discovery.sources.source import Fetch, FoundBy, Given
from hubwalk.errors import UsageError, unknown_name
from hubwalk.validators.ontology import Ontology

KINDS = ("general", "pairs", "values")


class OntologyQueries:
    """A source that asks the engines for what an ontology knows."""

    def __init__(self, name: str, queries: Sequence[str], asker: Asker, results: int) -> None:
        self.name = name
        self.queries = tuple(queries)
        self._asker = asker
        self._results = results

    def sites(self, fetch: Fetch) -> Iterator[FoundBy]:  # noqa: ARG002
        queries = (Query(text, COMBINATION, self._results) for text in self.queries)
        return sites_of_answers(self.name, self._asker, queries)


def make_queries(argument: str, given: Given) -> OntologyQueries:
    """The source `queries[:KIND[:ATTRIBUTE]]`; UsageError if there is nothing to ask for, or nobody to ask."""
    kind, _, attribute = argument.partition(":")
    name = f"queries:{argument}" if argument else "queries"
    if given.asker is None:
        raise UsageError(f"source {name}: no search engine to ask; add --engine")
    if given.ontology is None and (not given.keywords or kind not in ("", "general")):
        raise UsageError(f"source {name}: what to ask for? Give an ontology with --ontology FILE")
    if kind and kind not in KINDS:
        raise unknown_name("kind of queries", kind, KINDS)
    if attribute and kind != "values":
        raise UsageError(f"source {name}: only values have an attribute, as in queries:values:{attribute}")
    texts = list(islice(_texts(kind, attribute, given), given.max_queries or None))
    if not texts:
        raise UsageError(f"source {name}: the ontology has no {_MISSING.get(kind, 'words for it')}")
    return OntologyQueries(name, texts, given.asker, given.results)


_MISSING = {
    "general": "words in this language; add some under words in its [lexicon]",
    "pairs": "manufacturers and models; add them under pairs in its [lexicon]",
    "values": "values of attributes; add them under values in its [lexicon], or choices to an attribute",
}


def _texts(kind: str, attribute: str, given: Given) -> Iterator[str]:
    """The texts of the queries, none twice."""
    ontology = given.ontology or Ontology(tuple(given.keywords), ())
    known = languages(ontology)
    for language in given.languages if given.ontology and known != ("",) else ():
        if language not in known:
            raise unknown_name("language of the ontology", language, known)
    spoken = given.languages or known
    words = {language: general_words(ontology, language, given.keywords) for language in spoken}
    rows: list[Iterator[str]] = []
    if kind in ("", "general"):
        # What users say in their own words is asked as it is.
        alone = given.keywords if given.ontology is None else ()
        rows.append(chain(alone, in_turns([general_queries(words[language]) for language in spoken])))
    if kind in ("", "pairs"):
        rows.append(pair_queries(ontology))
    if kind in ("", "values"):
        rows.append(in_turns([value_queries(ontology, lang, words[lang], attribute) for lang in spoken]))
    seen: set[str] = set()
    for text in in_turns(rows):
        folded = text.casefold()
        if folded not in seen:
            seen.add(folded)
            yield text


def languages(ontology: Ontology) -> tuple[str, ...]:
    """The languages that an ontology speaks, in its order; ("",) if it names none."""
    lexicon = ontology.lexicon
    said = [language for language, _ in lexicon.words]
    said += [language for _, language, _ in lexicon.values]
    said += [language for attribute in ontology.attributes for language, _ in attribute.synonyms]
    return tuple(dict.fromkeys(filter(None, said))) or ("",)


def general_words(ontology: Ontology, language: str, keywords: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """The general words of a language, each with its forms; the class's names where the lexicon has none at all."""
    known = ontology.lexicon.words
    found = [forms for spoken, forms in known if spoken in ("", language)]
    found += [(keyword,) for keyword in keywords]
    return found if known or found else [(name,) for name in ontology.names]


def general_queries(words: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Two different words in each of their forms, the first forms of all first; a single word alone."""
    if len(words) == 1:
        yield from words[0]
        return
    yield from in_turns(map(" ".join, product(one, other)) for one, other in combinations(words, 2))


def pair_queries(ontology: Ontology) -> Iterator[str]:
    """Manufacturer and model, the manufacturers taking turns."""
    makers: dict[str, list[str]] = {}
    for maker, model in ontology.lexicon.pairs:
        makers.setdefault(maker, []).append(_joined(maker, model))
    return in_turns(map(iter, makers.values()))


def value_queries(
    ontology: Ontology, language: str, words: Sequence[tuple[str, ...]], attribute: str = ""
) -> Iterator[str]:
    """Values of all attributes or of one, which may be named as in the language."""
    known = {name.casefold(): a.name for a in ontology.attributes for name in a.names}
    if attribute and attribute.casefold() not in known:
        raise unknown_name("attribute", attribute, (a.name for a in ontology.attributes))
    wanted = known[attribute.casefold()] if attribute else ""
    context = words[0][0] if words else ontology.names[0] if ontology.names else ""
    rows = []
    for one in ontology.attributes:
        if wanted not in ("", one.name):
            continue
        said = [
            value if len(value.split()) > 1 else _joined(context, value)
            for name, spoken, value in ontology.lexicon.values
            if name == one.name and spoken in ("", language)
        ]
        rows.append(iter([*said, *(_joined(context, choice) for choice in one.choices)]))
    return in_turns(rows)


def _joined(before: str, text: str) -> str:
    """Both, unless the second says the first already: "Compaq" and "Compaq Presario"."""
    folded = text.casefold().split()
    return " ".join(text.split()) if before.casefold() in (" ".join(folded), *folded) else f"{before} {text}".strip()


def in_turns(rows: Iterable[Iterable[str]]) -> Iterator[str]:
    """One of each row, then the next of each, until none has more."""
    for column in zip_longest(*rows):
        yield from (text for text in column if text is not None)
