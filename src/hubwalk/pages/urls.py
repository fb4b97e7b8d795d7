"""Canonical URLs: one spelling per page, and always a spelling that the site itself would answer.

Parsing, dot segments, case of hosts, default ports, IDN and percent-encoding follow the WHATWG URL standard (ada). On
top of that the fragment goes (it never reaches the server), and so do parameters that carry a session or a campaign:
they make many URLs of one page. The order of parameters stays, because some servers care; duplicates that differ only
there are recognised by their content.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urlsplit

import ada_url

from hubwalk.errors import UsageError

# Names that frameworks and campaign tools use for nothing but sessions and tracking. Short everyday names (s, id, ref)
# are left alone: a lost page is worse than a duplicate.
_NOISE = re.compile(
    r"^(utm_\w+|gclid|dclid|fbclid|msclkid|yclid|mc_cid|mc_eid|igshid|_ga|_gl|_hsenc|_hsmi|mkt_tok|oly_\w+"
    r"|phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|sessionid|session_id|sessid|sid|oscsid|zenid"
    r"|xtc?sid)$",
    re.IGNORECASE,
)
_MATRIX_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid|sessionid)=[^/?#;&]*", re.IGNORECASE)

# Endings of files that are never HTML: fetching them would cost a download and tell nothing.
_NOT_HTML = frozenset(
    """
    7z aac apk asc avi bin bmp bz2 cab cer class css csv dbf deb dmg doc docx dot dvi eot eps epub exe flac flv
    gif gz ico ics iso jar jpeg jpg js json kml kmz less lzh m3u m4a m4v map md5 mid mobi mov mp2 mp3 mp4 mpeg mpg
    msi odg odp ods odt ogg ogv otf pdf pkg png ppt pptx ps psd rar rdf rpm rss rtf sgml sha1 sha256 sig sql svg
    swf tar tbz tex tgz tif tiff torrent ttf txz vcf wav webm webp wma wmv woff woff2 xls xlsx xml xpi xz yaml yml
    z zip
    """.split()  # noqa: SIM905  # a list of words reads better
)


_LONGEST = 8000  # characters; RFC 9110, section 4.1, asks servers to take as many. What is longer is data in disguise.


def canonical(url: str) -> str:
    """The canonical form of an absolute http(s) URL; UsageError if it is none."""
    found = join("", url)
    if not found:
        raise UsageError(f"not a web address: '{url}' (expected something like http://example.org/)")
    return found


def join(base: str, href: str) -> str:
    """Resolve `href` as found on a page whose base URL is `base`, in canonical form; "" if no http(s) URL results."""
    href = href.strip()
    if len(href) > _LONGEST:
        return ""
    # What does not depend on the page must not be resolved anew for every page: menus alone are half of all links.
    if href.startswith("/"):
        base = base[: base.find("/", 8) + 1] or base
    elif href.startswith(("http://", "https://")):
        base = ""
    return _join(base, href)


def resolve(base: str, href: str) -> str:
    """The absolute URL that a browser makes of `href`, with nothing taken away but the fragment; "" if it is none."""
    try:
        url = ada_url.join_url(base, href) if base else ada_url.normalize_url(href)
    except ValueError:
        return ""
    return url.partition("#")[0]


@lru_cache(maxsize=65536)
def _join(base: str, href: str) -> str:
    try:
        url = ada_url.join_url(base, href) if base else ada_url.normalize_url(href)
    except ValueError:
        return ""
    if not url.startswith(("http://", "https://")):
        return ""
    cut = url.find("#")
    if cut >= 0:
        url = url[:cut]
    return _without_noise(url)


def _without_noise(url: str) -> str:
    if ";" in url:
        host_end = url.find("/", 8)
        rest = _MATRIX_SESSION.sub("", url[host_end:])
        if rest != url[host_end:]:
            url = ada_url.normalize_url(url[:host_end] + rest)  # "..;sid=1" is a name, what is left of it a step up
    path, mark, query = url.partition("?")
    if not mark:
        return url
    kept = [part for part in query.split("&") if part and not _NOISE.match(part.partition("=")[0])]
    return f"{path}?{'&'.join(kept)}" if kept else path


def may_be_html(url: str) -> bool:
    """False for what its ending shows to be an image, an archive or another file without links."""
    name = (url.partition("?")[0] if "?" in url else url).rpartition("/")[2]
    if "." not in name:
        return True
    stem, dot, ending = name.rpartition(".")
    return not (dot and stem and ending.lower() in _NOT_HTML)


def host_of(url: str) -> str:
    """Host with port as it stands in the URL: the unit of politeness."""
    return urlsplit(url).netloc.rpartition("@")[2]
