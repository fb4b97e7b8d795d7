"""`url:REGEX`: the URL decides. For sites whose addresses tell the kind of page, and for tests of everything else."""

from __future__ import annotations

from hubwalk.errors import UsageError
from hubwalk.pages.url_matching import UrlExpression
from hubwalk.validators.answers import one_line
from hubwalk.validators.given import Given
from hubwalk.values import Page, Verdict


def make(argument: str, _: Given) -> UrlPatternValidator:
    """See validators/__init__.py."""
    return UrlPatternValidator(argument)


class UrlPatternValidator:
    """Accepts a page that was had and whose URL the pattern matches, anywhere unless it is anchored."""

    def __init__(self, pattern: str) -> None:
        if not pattern:
            raise UsageError("validator url: needs a regular expression, for example url:/products/[0-9]+$")
        self._shown = one_line(pattern, 200)
        try:
            self._pattern = UrlExpression(pattern)
        except UsageError as error:
            raise UsageError(
                f"validator url:{self._shown}: not a regular expression ({error}); put a backslash before "
                ". ? * + ( ) [ ] that are meant literally"
            ) from None

    def judge(self, page: Page) -> Verdict:
        if not page.ok:
            return Verdict(False, 0.0, page.error or f"status {page.status}")
        found = self._pattern.is_in(page.url)
        if found is None:
            reason = (
                f"not judged: the pattern {self._shown} takes too long on this URL; repeat nothing that repeats itself"
            )
            return Verdict(False, 0.0, reason, judged=False)
        return Verdict(found, float(found), f"the URL {'matches' if found else 'does not match'} {self._shown}")
