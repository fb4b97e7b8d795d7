"""Saved page filters: what is read judges as what was saved, and nothing else is read."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from text_languages import page_in

from hubwalk import __version__
from hubwalk.errors import HubwalkError, UsageError, ValidatorError
from hubwalk.testing import check_validator
from hubwalk.validators import make_validator
from hubwalk.validators.page_filter import MODELS, train_filter
from hubwalk.validators.page_filter_files import about, load_about, load_filter, save_filter, training_digest
from hubwalk.validators.text import TextValidator

WANTED, OTHERS = ([page_in("el", kind, i) for i in range(7)] for kind in ("camera", "news"))


def saved(path: Path, name: str = "svm") -> Path:
    made = train_filter(WANTED, OTHERS, name)
    save_filter(path, made, about(made, WANTED, OTHERS))
    return path


def changed(path: Path, **values: Any) -> Path:
    """The file with other contents under some names, or made of what is there."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    known = json.loads(arrays["json"].tobytes())
    for name, value in values.items():
        if name in known:
            known[name] = value
        else:
            own = name.replace("__", ".")
            arrays[own] = value(arrays[own]) if callable(value) else value
    arrays["json"] = np.frombuffer(json.dumps(known).encode(), dtype=np.uint8)
    np.savez(path.open("wb"), **arrays)
    return path


@pytest.mark.parametrize("name", MODELS)
def test_what_is_read_judges_as_what_was_saved(name: str, tmp_path: Path) -> None:
    path = saved(tmp_path / "greek.model", name)
    before, after = TextValidator(train_filter(WANTED, OTHERS, name)), make_validator([f"text:{path}"], [])
    for kind in ("camera", "news"):
        for i in range(50, 55):
            assert after.judge(page_in("el", kind, i)) == before.judge(page_in("el", kind, i))
    assert not list(tmp_path.glob("*.part"))


def test_it_says_where_it_comes_from(tmp_path: Path) -> None:
    said = load_about(saved(tmp_path / "greek.model", "adaboost"))
    assert (said.hubwalk, said.model, said.languages) == (__version__, "adaboost", ("el",))
    assert (said.wanted, said.near_misses) == (7, 7)
    assert said.terms > 10
    assert said.data == training_digest(WANTED[::-1], OTHERS)
    assert said.data not in {training_digest(OTHERS, WANTED), training_digest(WANTED[:6], OTHERS)}


def test_the_contract(tmp_path: Path) -> None:
    path = saved(tmp_path / "greek.model")
    check_validator(lambda: make_validator([f"text:{path}"], []))


class Evil:
    """What a pickle could do."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (Path.touch, (Path("executed"),))


def test_no_pickle_is_executed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    plain = tmp_path / "plain.model"
    plain.write_bytes(pickle.dumps(Evil()))
    inside = saved(tmp_path / "inside.model")
    with np.load(inside) as file:
        arrays = {name: file[name] for name in file.files}
    np.savez(inside.open("wb"), **{**arrays, "idf": np.array([Evil()], dtype=object)})
    for path in (plain, inside):
        with pytest.raises(ValidatorError, match="no page filter of hubwalk"):
            load_filter(path)
    assert not (tmp_path / "executed").exists()
    pickle.loads(plain.read_bytes())
    assert (tmp_path / "executed").exists(), "the trap is armed"


def test_foreign_files(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.model"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("json.npy", b"not an array")
    other = io.BytesIO()
    np.savez(other, json=np.frombuffer(b'{"format": "something else"}', dtype=np.uint8))
    for content in (b"", b"hello", b"PK\x03\x04 broken", archive.getvalue(), other.getvalue(), b"\x93NUMPY\x01\x00"):
        foreign.write_bytes(content)
        with pytest.raises(ValidatorError, match=r"foreign\.model is no page filter of hubwalk; make one with"):
            load_filter(foreign)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for missing in (tmp_path / "missing.model", tmp_path):
        with pytest.raises(UsageError, match="hubwalk train"):
            make_validator([f"text:{missing}"], [])
    with pytest.raises(UsageError, match="did you mean 'adaboost'"):
        make_validator(["text:adabost"], [])


@pytest.mark.parametrize("name", ["svm", "nearest_neighbour", "logitboost"])
def test_damaged_files(name: str, tmp_path: Path) -> None:
    path = saved(tmp_path / "a.model", name)
    whole = path.read_bytes()
    for cut in range(0, len(whole), max(1, len(whole) // 40)):
        path.write_bytes(whole[:cut] + bytes([whole[cut] ^ 0xFF]) + whole[cut + 1 :])
        try:
            page_filter = load_filter(path)
        except HubwalkError as error:
            assert "\n" not in str(error)
        else:  # a byte that nobody reads
            TextValidator(page_filter).judge(page_in("el", "camera", 60))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 2}, "has format 2, this hubwalk reads 1"),
        ({"format": "other"}, "no page filter of hubwalk"),
        ({"kind": "oracle"}, "damaged"),
        ({"terms": ["few"]}, "do not fit together"),
        ({"need": 0}, "do not fit together"),
        ({"need": "much"}, "damaged"),
        ({"profile": []}, "damaged"),
        ({"profile": {}}, "do not fit together"),
        ({"profile": {"zoom": 0.5, "lens": np.nan}}, "do not fit together"),
        ({"profile": {"zoom": -1e308}}, "do not fit together"),
        ({"profile": {"zoom": 1e308}}, "do not fit together"),
        ({"profile": {"zoom": 0.0}}, "do not fit together"),
        ({"profile": {"zoom": 1e-200}}, "do not fit together"),
        ({"profile": {"zoom": 10**400}}, "damaged"),
        ({"about": {}}, "damaged"),
        ({"idf": np.array([1.0])}, "do not fit together"),
        ({"idf": np.array(["a"])}, "damaged"),
        ({"idf": lambda idf: idf * 1e307}, "do not fit together"),
        ({"idf": lambda idf: idf * 0.0}, "do not fit together"),
        ({"model__weights": lambda weights: np.where(weights > 0, 1e308, -1e308)}, "do not fit together"),
        ({"model__weights": np.array([np.nan])}, "do not fit together"),
        ({"model__more": np.array([1.0])}, "damaged"),
    ],
)
def test_contents_that_do_not_fit(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = changed(saved(tmp_path / "a.model"), **changes)
    with pytest.raises(ValidatorError, match=message):
        load_filter(path)


@pytest.mark.parametrize(
    ("name", "part"),
    [("nearest_neighbour", part) for part in ("starts", "columns", "width", "labels")]
    + [("logitboost", part) for part in ("roots", "columns", "left", "right")],
)
def test_numbers_of_places_that_are_fractions(name: str, part: str, tmp_path: Path) -> None:
    path = changed(saved(tmp_path / "a.model", name), **{f"model__{part}": lambda numbers: numbers + 0.0})
    with pytest.raises(ValidatorError, match="do not fit together"):
        load_filter(path)


def test_archives_that_would_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "a.model")
    monkeypatch.setattr("hubwalk.validators.model_archive._MOST", 1000)
    with pytest.raises(ValidatorError, match="too large"):
        load_filter(path)


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    made = train_filter(WANTED, OTHERS)
    with pytest.raises(UsageError, match="choose another -o"):
        save_filter(tmp_path / "no" / "folder.model", made, about(made, WANTED, OTHERS))
