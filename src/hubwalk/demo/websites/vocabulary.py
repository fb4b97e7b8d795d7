"""All subjects by name."""

from __future__ import annotations

from hubwalk.demo.websites.subjects import Subject
from hubwalk.demo.websites.words_other import NEIGHBOURS, UNRELATED
from hubwalk.demo.websites.words_topics import TOPIC_SUBJECTS

SUBJECTS: dict[str, Subject] = {subject.name: subject for subject in (*TOPIC_SUBJECTS, *NEIGHBOURS, *UNRELATED)}
NEIGHBOUR_NAMES = tuple(subject.name for subject in NEIGHBOURS)
UNRELATED_NAMES = tuple(subject.name for subject in UNRELATED)
NEXT_TO: dict[str, tuple[str, ...]] = {
    topic.name: tuple(other.name for other in NEIGHBOURS if other.next_to == topic.name) for topic in TOPIC_SUBJECTS
}
