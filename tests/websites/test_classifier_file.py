from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from made_up_sites import site, sites

from hubwalk.errors import UsageError, ValidatorError
from hubwalk.websites.classifier_file import load_classifier, save_classifier
from hubwalk.websites.page_classifier import PageClassifier
from hubwalk.websites.training import train_classifier


@pytest.fixture(scope="module")
def made() -> PageClassifier:
    return train_classifier(sites("horses", 3), sites("boats", 1), clusters=2)


def test_there_and_back(made: PageClassifier, tmp_path: Path) -> None:
    path = tmp_path / "horses.classifier"
    save_classifier(path, made)
    again = load_classifier(path)
    assert again.error == made.error
    assert again.origin == made.origin
    assert again.languages == made.languages
    for page in (*site("horses", 9), *site("boats", 9)):
        assert again.confidences(page) == pytest.approx(made.confidences(page), abs=1e-5)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def altered(path: Path, made: PageClassifier, change: str, value: object) -> Path:
    """A saved file with one thing changed: a part of the JSON, or an array."""
    save_classifier(path, made)
    with np.load(path) as file:
        parts = {name: file[name] for name in file.files}
    if isinstance(value, np.ndarray):
        parts[change] = value
    else:
        known = {**json.loads(parts["json"].tobytes()), change: value}
        parts["json"] = np.frombuffer(json.dumps(known).encode(), dtype=np.uint8)
    with path.open("wb") as out:
        np.savez(out, **parts)
    return path


@pytest.mark.parametrize(
    ("change", "value", "said"),
    [
        ("format", "hubwalk page filter", "is no site classifier of hubwalk; make one with `hubwalk train-sites`"),
        ("version", 99, "has format 99, this hubwalk reads 1; update hubwalk"),
        ("terms", ["one"], "is damaged"),
        ("error", 0.8, "is damaged"),
        ("error", "x", "is damaged"),
        ("error", 10**400, "is damaged"),
        ("classes", ["wanted"], "is damaged"),
        ("origin", {"unknown": 1}, "is damaged"),
        ("idf", np.array([np.nan]), "is damaged"),
        ("centroids", np.zeros((2, 2)), "is damaged"),
        ("centroids", np.array([object()]), "is no site classifier"),
    ],
)
def test_what_does_not_fit_is_refused(
    made: PageClassifier, tmp_path: Path, change: str, value: object, said: str
) -> None:
    path = altered(tmp_path / "bad.classifier", made, change, value)
    with pytest.raises(ValidatorError, match=said):
        load_classifier(path)


def test_files_of_others(made: PageClassifier, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"site classifier .*nowhere: No such file"):
        load_classifier(tmp_path / "nowhere")
    text = tmp_path / "text"
    text.write_text("not an archive")
    with pytest.raises(ValidatorError, match="is no site classifier"):
        load_classifier(text)
    with zipfile.ZipFile(tmp_path / "zip", "w") as archive:
        archive.writestr("a", "b")
    with pytest.raises(ValidatorError, match="is no site classifier"):
        load_classifier(tmp_path / "zip")
    path = tmp_path / "cut"
    save_classifier(path, made)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(ValidatorError):
        load_classifier(path)
    with pytest.raises(UsageError, match="choose another -o"):
        save_classifier(tmp_path / "no" / "folder", made)
