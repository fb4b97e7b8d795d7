"""What `like` says of samples that are not of one kind."""

from __future__ import annotations

import pytest

from hubwalk.pages.parse import parse
from hubwalk.validators.like import LikeValidator
from hubwalk.values import Page

SHOP = "http://shop.test"
MENU = "<ul class=menu><li><a href=/>Home</a><li><a href=/cameras/>Cameras</a><li><a href=/about>About us</a></ul>"


def page(path: str, content: str) -> Page:
    return parse(f"<html><title>{path}</title><body>{MENU}<div class=main>{content}</div></body>", f"{SHOP}{path}")


def sheet(name: str, facts: dict[str, str]) -> str:
    rows = "".join(f"<tr><th>{label}<td>{value}" for label, value in facts.items())
    return f"<h1>{name}</h1><table class=sheet>{rows}</table><p class=text>{name} in our test."


def camera(i: int) -> Page:
    return page(f"/cameras/{i}", sheet(f"Camera {i}", {"Zoom": f"{i}x", "Lens": f"{i} mm", "Sensor": f"{i}/2 inch"}))


def printer(i: int) -> Page:
    return page(f"/printers/{i}", sheet(f"Printer {i}", {"Speed": f"{i} ppm", "Inks": f"{i}", "Tray": f"{i}0 sheets"}))


HOME = page("/", "<p class=hello>Welcome to the shop. <ol><li>News of today<li>Offers of the week</ol>")
ABOUT = page("/about", "<blockquote>We are three friends and love all that has a lens.</blockquote>")
TINY = [HOME, ABOUT, *map(camera, range(1, 9)), *map(printer, range(1, 4))]


def summary(samples: list[Page], site: list[Page]) -> str:
    validator = LikeValidator(samples)
    for met in site:
        validator.judge(met)
    validator.finish(f"{SHOP}/")
    return validator.summary()


@pytest.mark.parametrize("size", [6, 2])
def test_a_sample_unlike_the_others_is_told_on_a_site_too_small_to_learn_from(size: int) -> None:
    samples = [*map(camera, range(1, size + 1)), HOME]
    said = f"1 of {size + 1} samples is unlike the others (http://shop.test/), is it of another kind?"
    assert summary(samples, TINY) == f"like: on shop.test {said}"
    assert summary(samples[::-1], TINY) == f"like: on shop.test {said}"


def test_several_are_told_with_one_of_them() -> None:
    samples = [*map(camera, range(1, 7)), printer(1), HOME, ABOUT]
    said = summary(samples, TINY)
    assert said.startswith("like: on shop.test 2 of 9 samples are unlike the others (http://shop.test/, ")
    assert said.endswith("), are they of another kind?")


@pytest.mark.parametrize(
    "samples",
    [
        [camera(1), camera(2), camera(3)],
        [camera(1), camera(2), printer(1)],
        [camera(1), camera(2), camera(3), printer(1), printer(2), printer(3)],
        [camera(1), HOME],
    ],
)
def test_samples_of_one_kind_or_of_several_templates_bring_no_such_remark(samples: list[Page]) -> None:
    assert "unlike the others" not in summary(samples, TINY)


def test_where_the_site_tells_the_kind_looks_do_not_matter() -> None:
    news = [page(f"/news/{i}", f"<h2>News {i}</h2><p>{'long ' * i}story") for i in range(40)]
    odd = page("/cameras/100", "<blockquote>Sold out, come again.</blockquote>")
    said = summary([camera(1), camera(2), odd], [*TINY, *news, *map(camera, range(9, 30)), odd])
    assert "have in common" in said
    assert "unlike the others" not in said
