"""What the university says: its departments, titles, subjects, and sentences about people, courses and papers."""

from __future__ import annotations

DEPARTMENTS = (
    "Astronomy",
    "Botany",
    "Chemistry",
    "Computing",
    "Economics",
    "Geology",
    "History",
    "Linguistics",
    "Mathematics",
    "Music",
    "Philosophy",
    "Physics",
)
ROLES = (
    "Professor",
    "Senior Lecturer",
    "Lecturer",
    "Research Associate",
    "Doctoral Student",
    "Secretary",
    "Technician",
)
SUBJECTS = (
    "slow rivers",
    "prime gaps",
    "early printing",
    "cold plasmas",
    "word order",
    "tidal flats",
    "graph colouring",
    "bird song",
    "public debt",
    "lichens",
    "number words",
    "star clusters",
    "soil acids",
    "tuning systems",
    "proof theory",
    "trade routes",
)
TITLE = "{On|Notes on|Towards a theory of|A survey of|New results on} {subject} and {other}"
COURSE = "{Introduction to|Advanced|Seminar:|Methods of|Practical} {subject}"
PERSON = (
    "{name} works on {subject} and, when time permits, on {other}.",
    "Before coming here {name} {studied|taught|worked} in {town} for {2-12} years.",
    "Office hours are on {Monday|Tuesday|Thursday} at {9-16}, or by letter.",
    "Students who like {subject} are welcome to {ask for a thesis|join the group|knock}.",
    "Current project: {subject} in {1500-1990}, paid by the {Harbour|Northern|Old Mill} Foundation.",
    "Recent talks: {subject} ({town}, {1998-2014}), {other} ({town}, {1998-2014}).",
    "{name} has supervised {2-40} theses, {most|some|few} of them on {subject}.",
    "The group meets every {second|third} {Tuesday|Friday} to read what is new about {other}.",
    "{name} edits the {Corvale Letters|Proceedings of the Society|Yearbook} and reviews for {2-9} other journals.",
    "A book on {subject} is {in print|out of print|to appear}; a draft about {other} can be had on request.",
    "In {1995-2013} {name} received the {silver|small|second} medal of the {town} academy.",
    "The laboratory keeps {12-900} samples, all of them {labelled|catalogued|dusty}.",
    "Guests from {town} stay until {March|June|October}.",
    "Former members now work {in industry|abroad|at the harbour}.",
    "{name} grew up near {town} and went to school there.",
    "Those who look for the old pages about {other} find them in the archive.",
    "Letters of recommendation need {two|three} weeks.",
    "{name} plays {the viola|chess|football|no instrument} and {walks|cycles|swims} to work.",
)
ABSTRACT = (
    "We {study|revisit|settle} a question about {subject} that has been open since {1890-2010}.",
    "The main tool is {a bound|a table|an experiment} known from work on {other}.",
    "Measurements in {town} {support|contradict|do not touch} the claim.",
    "The result {holds|fails} for small cases and {holds|is unknown} beyond.",
    "An appendix lists {20-400} examples.",
    "Earlier work on {subject} {missed|avoided|assumed} the case that matters here.",
    "We thank {two|three|several} readers for {patience|counterexamples|cake}.",
    "The proof takes {3-60} pages, of which {one is|two are} needed.",
    "Data and programs are available from the first author.",
    "The title of the paper is older than its contents.",
)
COURSE_TEXT = (
    "The course {introduces|deepens|completes} what one should know about {subject}.",
    "It is held on {Monday|Wednesday|Friday} in room {1-9}.{01|12|20|33}.",
    "There are {3-12} exercises and {one examination|a term paper}.",
    "Those who have heard about {other} before have an easier start.",
    "Credit: {3-9} points.",
    "A list of books is handed out in the first week; the library has {2-9} copies of each.",
    "Guests are welcome as far as there are chairs.",
    "Last year {12-240} people took part, and {most|half|few} passed.",
    "Excursions lead to {town} and, weather permitting, beyond.",
    "Questions about {subject} are answered after the hour.",
    "Notes are put on the web {before|after|instead of} the lectures.",
)
OFFICIAL = (
    "The university was founded in Corvale in a year that the historians dispute.",
    "Visitors enter by the north gate; the porter has maps.",
    "Enrolment closes at the end of September.",
    "The library is open from eight to eight; the reading room of the old library has no heating.",
    "All offices answer letters. Those that answer the telephone are listed at the porter's lodge.",
    "Regulations on examinations, bicycles and candles are kept by the registry and change every year.",
    "The senate meets in public on the first Monday of the month, behind the second door on the left.",
)
