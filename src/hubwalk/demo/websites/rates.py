"""How much of everything there is in the web of web sites. Decided before any crawler saw it, from the paper, from what
was common on the web of 2004, and from common sense; nothing here is fitted to a result.

All shares are in percent. The paper: Ester, Kriegel, Schubert, "Accurate and Efficient Crawling for Relevant Websites",
VLDB 2004.
"""

from __future__ import annotations

OTHER = "other"

# Sites of each topic among a hundred. The paper stops a crawl at 2,500 relevant sites and had 50,000 candidates in all:
# a twentieth each. The order of the table: hobbies of many have more sites than those of few.
TOPIC_SHARE = {
    "horses": 6,
    "astronomy": 5,
    "sailing": 6,
    "mountain biking": 5,
    "skate boarding": 4,
    "boxing": 4,
}
TOPICS = tuple(TOPIC_SHARE)

# Example sites: the paper's Table 1; in a small web at most so much of what there is: something must be left to find.
TABLE_1 = {
    "horses": 32,
    "astronomy": 39,
    "sailing": 39,
    "mountain biking": 34,
    "skate boarding": 35,
    "boxing": 33,
    OTHER: 132,
}
MOST_EXAMPLES = 33

# Kinds of site on a topic. Hobbies live from personal pages and clubs; shops follow.
TOPIC_KINDS = {"personal": 34, "club": 22, "shop": 22, "magazine": 10, "trade": 8, "hub": 4}
# Kinds of all other sites: a quarter lies next to a topic and shares words with it; universities and providers carry
# the pages of their people, hobbies included; portals and papers touch on everything.
OTHER_KINDS = {"neighbour": 24, "subject": 54, "university": 6, "provider": 5, "portal": 4, "paper": 7}
# A site on another subject looks like one on a topic: the same kinds, but for the hubs.
SUBJECT_KINDS = {"personal": 30, "club": 16, "shop": 28, "magazine": 10, "trade": 16}

# Real pages of a site, from and to; small ones are more frequent. Table 1's data base has 62 pages per site, archives
# included; here 60 is the top.
PAGES = {
    "personal": (3, 20),
    "club": (5, 30),
    "shop": (8, 60),
    "magazine": (12, 60),
    "trade": (4, 20),
    "hub": (4, 12),
    "university": (20, 60),
    "provider": (20, 60),
    "portal": (8, 40),
    "paper": (15, 60),
}

# Home pages without much text, of a hundred: frame sets, splash pages (a picture and one link), bare lists of links.
# The paper: "especially commercial websites often do not provide a meaningful homepage".
HOME_FORMS = {
    "personal": {"text": 58, "frames": 17, "splash": 12, "links": 13},
    "club": {"text": 60, "frames": 15, "splash": 8, "links": 17},
    "shop": {"text": 42, "frames": 16, "splash": 18, "links": 24},
    "magazine": {"text": 56, "frames": 4, "splash": 4, "links": 36},
    "trade": {"text": 42, "frames": 16, "splash": 26, "links": 16},
    "hub": {"text": 30, "frames": 5, "splash": 0, "links": 65},
    "university": {"text": 55, "frames": 5, "splash": 0, "links": 40},
    "provider": {"text": 55, "frames": 10, "splash": 5, "links": 30},
    "portal": {"text": 30, "frames": 0, "splash": 0, "links": 70},
    "paper": {"text": 60, "frames": 5, "splash": 0, "links": 35},
}
NAVIGATION = {"menu": 50, "tree": 25, "chain": 25}  # how pages without frames hang together
REFRESHING = 30  # of splash pages go on by themselves (meta refresh)

# Pages that do not speak of the site's subject: the dog, the holidays, the new computer.
OFF_TOPIC = {"personal": 30, "magazine": 12, "club": 8, "hub": 5, "shop": 5, "trade": 5}
# Of the nouns in a text, so many are of the subject; the others are everybody's words.
SUBJECT_WORDS = {
    "content": 45,
    "news": 30,
    "about": 35,
    "home": 40,
    "product": 45,
    "links": 40,
    "guests": 15,
    "contact": 8,
    "order": 8,
    "privacy": 0,
    "person": 40,
}
SENTENCES_ON_PAGE = (6, 24)
# Of a neighbour's words about its subject, so many are those that it shares with the topic.
SHARED_WORDS = 35
# A site speaks of few of its topic's themes: the shop sells saddles, the farm breeds, the club rides.
THEMES_OF_SITE = (1, 2)

# Links from a page about a topic to other sites: so many of a hundred stay on the topic. Chance would be TOPIC_SHARE.
# The paper's Fig. 6 finds topics unlike in this: hobbies whose people know each other link more than businesses.
LOCALITY = {
    "horses": 55,
    "astronomy": 60,
    "sailing": 50,
    "mountain biking": 42,
    "skate boarding": 45,
    "boxing": 36,
}
NEIGHBOURLY = 12  # and so many go to the neighbouring subject
SUBJECT_LOCALITY = 35  # of the links of sites on other subjects, within their subject
HUB_LOCALITY = 88  # of the links of a hub site: that is what it is for
KNOWN_TO_HUB = 40  # of a topic's sites may stand on a hub: even a good list is far from complete
COMPETITORS = 60  # of the topical links that a shop or a trade would make, it leaves out: the other sells the same
POPULAR = 25  # of the links to anywhere, to the few sites that everybody links to

# Sites with a page of links, and links on it, from and to.
LINK_PAGES = {"personal": 75, "club": 80, "shop": 35, "magazine": 60, "trade": 40}
LINKS_ON_PAGE = (5, 30)
LINKS_ON_HUB = (15, 40)
LINKS_IN_TEXT = (0, 2)  # to other sites, per page of content, where there are any
TEXTS_WITH_LINKS = 25
DEEP_LINKS = 15  # lead to an inner page of the other site; the rest to its home page
OTHER_SPELLING = 10  # are spelled with www. where the site has none, or the other way round
HOSTED_BY = 25  # of personal pages and clubs name their provider on the home page
WWW = 60  # of the sites call themselves www.

# People's pages under /~name/ at universities and providers: so many people, with so many pages each. What they write
# of: one of the six topics in a third of the cases; the six are popular hobbies.
PEOPLE = (4, 12)
PAGES_OF_PERSON = (1, 4)
HOBBY_IS_TOPIC = 33
LINKS_OF_PERSON = (2, 8)

DEAD_HOSTS = 4  # of the links to other sites: gone since
DEAD_PAGES = 2  # of the links within a site, and of the deep ones to others
TRAPS = 4  # of the sites have an endless calendar

LISTED = 35  # of the sites stand in the directory: "only a very small portion"; a generous reading
MISLAID = 4  # of a topic's entries in the directory are not on the topic: editors err, sites change
IN_ENCYCLOPEDIA = 8  # of the sites are linked from the encyclopedia
TOPICAL_NAMES = 45  # of the hosts have a word of their subject in the name
