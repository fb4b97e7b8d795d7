"""What saved copies of pages say of where they are from."""

from __future__ import annotations

import time

import pytest

from hubwalk.pages.claimed_address import Claim, claim_in

PAGE = "http://shop.test/item/3"
CANONICAL = f"<link rel=canonical href={PAGE}>"
OPEN_GRAPH = '<meta property="og:url" content="http://shop.test/item/4">'


@pytest.mark.parametrize(
    "comment",
    [
        f"<!DOCTYPE html>\n<!-- saved from url=(0023){PAGE} -->\n<html>",
        f"<!-- Saved from url=(0023){PAGE}-->",
        f"<!DOCTYPE html> <html lang=en style><!--\n Page saved with SingleFile \n url: {PAGE} \n saved date: Mon\n-->",
        f"<html class='{'x ' * 2000}'><!-- saved from url=(0023)http://SHOP.test:80/item/3#reviews -->",
    ],
)
def test_what_a_browser_writes_comes_first(comment: str) -> None:
    claim = Claim(PAGE, is_of_saver=True)
    assert claim_in(f"{comment}<head><link rel=canonical href=http://shop.test/other></head>") == claim


def test_hyphens_that_a_comment_cannot_have() -> None:
    claim = claim_in("<!-- saved from url=(0027)http://shop.test/a-%2Db-%2D-c -->")
    assert claim == Claim("http://shop.test/a--b---c", is_of_saver=True)


def test_then_comes_what_the_page_says_itself() -> None:
    assert claim_in(f"<head>{OPEN_GRAPH}{CANONICAL}</head>") == Claim(PAGE, is_of_saver=False)
    assert claim_in(f"<head>{OPEN_GRAPH}</head>") == Claim("http://shop.test/item/4", is_of_saver=False)
    assert claim_in(f"<head><link rel=canonical href=/item/3>{OPEN_GRAPH}") is not None
    home = claim_in("<!-- saved from url=(0017)http://shop.test/ -->")
    assert home == Claim("http://shop.test/", is_of_saver=True)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>nothing</p>",
        "<head><base href=http://shop.test/item/3></head>",
        "<head><link rel=canonical href=item/3><base href=http://shop.test/></head>",
        "<head><link rel=canonical href=//shop.test/item/3></head>",
        "<head><link rel=canonical href=http://shop.test/></head>",
        f"<head><link rel=canonical href=http://shop.test>{OPEN_GRAPH}</head>",
        f"<body>{CANONICAL}</body>",
        "<head><link rel=canonical href=ftp://shop.test/x></head>",
        "<head><link rel=canonical href='http://['></head>",
        "<!-- saved from url=(0014)about:internet -->",
        f"<p>saved from url=(0023){PAGE}",
        f"{'<p>much text' * 3000}<!-- saved from url=(0023){PAGE} -->",
    ],
)
def test_what_is_no_claim(html: str) -> None:
    assert claim_in(html) is None


def test_a_page_of_comments_takes_no_time() -> None:
    began = time.process_time()
    claim_in("<!--" + " " * 1_000_000)
    claim_in("<!-- Page saved with SingleFile " * 50_000)
    claim_in("<!-- saved from url=(1)http://" * 50_000)
    assert time.process_time() - began < 2
