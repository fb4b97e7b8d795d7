"""What the museum of instruments says: makers' woods and towns, the sheet of an object, news, staff, house rules."""

from __future__ import annotations

from hubwalk.demo.sheets import Sheet

ADJECTIVES = (
    "Boxwood",
    "Ebony",
    "Gilded",
    "Inlaid",
    "Ivory-mounted",
    "Painted",
    "Pearwood",
    "Plain",
    "Small",
    "Travelling",
    "Walnut",
    "Carved",
)
PERIODS = ("Renaissance", "Baroque", "Classical", "Romantic")  # a century each, from 1500 on

SHEET: Sheet = (
    (
        "Making",
        (
            ("Body", "{maple|walnut|boxwood|pearwood|brass|ebony}, {one piece|two pieces|nine ribs|turned}"),
            ("Decoration", "{none|inlaid bands|painted flowers|carved head|engraved garland}"),
            ("Varnish", "{golden brown|reddish|dark|worn off|oil, thin}"),
            ("Label", "{none|printed|written by hand|branded}"),
            ("Repairs", "{none known|neck renewed|cracks closed|new pins|keys replaced}"),
        ),
    ),
    (
        "Measures",
        (
            ("Total length", "{180-2400} mm"),
            ("Width", "{40-900} mm"),
            ("Depth", "{30-420} mm"),
            ("Weight", "{12-980/10} kg"),
            ("Compass", "{two|three|four|five} octaves"),
            ("Pitch", "a' = {392-466} Hz"),
        ),
    ),
    (
        "History",
        (
            ("Acquired", "{1871-1998}, {gift|purchase|bequest|exchange}"),
            ("Former owner", "{a parish|a town band|the duke's chapel|a school|unknown}"),
            ("Condition", "{playable|fragile|restored|incomplete}"),
            ("Last played", "{never here|1928|1954|1977|2003}"),
            ("Shown", "{permanently|in summer|on request}"),
        ),
    ),
)

STORY = (
    "The {what} was made in {town}, where {maker} kept a workshop {by the river|behind the church|near the gate}.",
    "{maker} {signed|did not sign} it, and the {wood|metal|varnish} speaks for {an early|a late} date.",
    "Its sound is {soft|bright|nasal|full} and {carries far|fills a small room}.",
    "A {bill|letter|drawing} in our library mentions {one like it|this very piece}.",
    "It came to us with {its case|two bows|a bundle of reeds|nothing at all}.",
    "During the restoration {a coin|an old pin|a note} was found inside.",
    "The {head|foot|lid|bell} was {shortened|replaced|lengthened} before 1900.",
    "Players praise {its easy speech|its even tone}, and complain of {its weight|its pitch}.",
    "Few pieces from {town} survive; this {what} is {the oldest|the best kept|the smallest} of them.",
    "Copies have been built after it {in three countries|by a former curator|for the town band}.",
    "X-rays show {a repaired crack|a second soundpost|three older bores}.",
    "The wear tells that it was {played for decades|hardly ever played}.",
    "It was shown in {1889|1902|1931|1985} and has not left {town|the house} since.",
    "Who bends down sees {the maker's mark|a child's scratches|traces of gold}.",
)

HEADLINES = (
    "{Late|Early|Free} opening in {March|May|October}",
    "A {concert|lecture|tour} on {Sunday|Friday} in the great hall",
    "{Two|Three|Seven} pieces back from the {restorer|painter}",
    "The {roof|lift|café} is {closed|open again|being mended}",
    "A {gift|letter|visit} from {Altmark|Corvale|Jelling}",
    "{School classes|Choirs|Night owls} are welcome",
)
NEWS = (
    "Doors open at {nine|ten|noon}, and the last visitors leave at {five|six|eight}.",
    "The {director|curator|restorer} will {speak|play|answer questions} for half an hour.",
    "Tickets are {free|to be had at the desk|sold out}.",
    "The {first|second} floor stays {closed|dark|open} for {a week|a day}.",
    "{Children|Members|Students} pay {nothing|half}.",
    "We thank {the town|our friends|a donor who wants no name}.",
    "Please leave {umbrellas|large bags|your own trumpet} at the desk.",
    "Photographs are allowed {without flash|in the court only}.",
)
ROLES = ("Director", "Curator", "Restorer", "Librarian", "Guide", "Tuner", "Guard", "Photographer")
STAFF = (
    "{name} came to the museum in {1979-2019} and looks after {the winds|the strings|the keyboards|the doors}.",
    "Before that {name} worked in {town}.",
    "On {Mondays|Fridays} there is time for questions.",
    "{name} plays in the {town} band.",
    "Ask for {name} at the desk.",
)
HOUSE = (
    "The museum lies in the old customs house by the harbour and shows what was played here in four centuries.",
    "Each object has a sheet of its own with what we know of it: maker, measures, pitch and history.",
    "Open daily but Mondays. The court is open to all, the halls with a ticket.",
)
