"""Words that every site uses, and the parts that hosts and people are named with."""

from __future__ import annotations

NOUNS = tuple(
    """year years day days week time people place world part way thing things page site site visitor visitors friend friends family
question answer information picture pictures member members member event events month summer winter spring autumn home
town city country region street idea story number list list address phone email service customer customers quality offer
price result group project problem reason experience beginner expert advice interest hobby weekend meeting board
president treasurer office history community work hand water light air ground hour morning evening night life start end
news letter report report note date section category search engine counter guestbook webmaster browser link
newsletter team staff partner sponsor support help fun luck success training practice season programme ticket entry
fee cost money account card delivery order form catalogue product products range item items shop store brand size
colour material weight set pair case bag book magazine video film music camera radio television computer school class
course teacher student university club association federation company manager director owner founder council law rule
rules safety health food drink hotel room bed car bus train road map distance hill valley river lake coast beach island
garden house building wall door window table chair""".split()
)
ADJECTIVES = tuple(
    """new old good best better small large great little long short high low early late local national international regional
different important special popular simple easy hard difficult beautiful famous friendly free open public private personal
official complete full first last next annual weekly daily monthly recent current available possible necessary perfect strong
light heavy fast slow young experienced modern traditional classic original professional serious active quiet warm cold dry wet
clean safe rare common useful interesting exciting wonderful favourite own whole real true""".split()
)
VERBS = tuple(
    """find look read write send call visit join meet learn teach show give take make keep use need try start stop help enjoy like
love want know hope think remember collect compare choose order buy sell pay plan organise offer support improve change
build open close follow lead move wait listen talk share print update add check sign register win lose play watch""".split()
)
PEOPLE = tuple(
    """anna bert carla daniel edith frank greta hugo irene jonas karen louis maria nils olga peter quentin rosa stefan tina ulrich vera
walter xenia yvonne zoltan alice brian chloe derek emma fiona george helen ivan julia kevin laura martin nora oscar paula
ralph susan thomas ursula victor wendy adam beth colin donna""".split()
)
FAMILIES = tuple(
    """abbott bergman castillo dupont eriksen fischer gallagher hoffman ivanov jansen kowalski lindgren moreau novak olsen petrov
quinn rossi schuster tanaka urban vogel whitaker xavier young zimmer archer barlow carver dalton ellis foster granger harper
irving jarvis keller lawson mercer norton""".split()
)
TOWNS = tuple(
    """Ashford Brookhaven Castleton Dunmore Eastbury Fairview Glenwood Hartwell Ironbridge Jamestown Kingsley Lakeside Millbrook
Northfield Oakdale Pinehurst Queensbury Riverton Southgate Thornhill Upton Valleyfield Westbrook Yarrow Alderney Birchwood
Clearwater Deepdale Elmwood Foxhollow""".split()
)
# First parts of hosts: 128 of them.
FIRST = tuple(
    """silver golden blue red green black white grey amber crystal north south east west central upper lower old new young happy lucky
royal noble wild free swift bright quiet brave proud gentle grand little big mighty lone twin triple double first prime alpha
delta omega nova terra aqua sunny misty stormy windy frosty rainy shady rocky sandy mossy oak pine cedar maple willow birch
ash elm rose lily fern ivy thistle clover heather river lake hill valley meadow forest island coast harbor summit ridge
canyon prairie desert bay creek spring bridge tower castle abbey crown lion eagle falcon hawk raven fox wolf bear tiger
dragon phoenix smith baker miller cooper mason fisher hunter turner walker parker carter jordan taylor morgan logan ryan
total""".split()
)
# Second parts that say nothing of a topic: a name is read back by it, so none may be a word of a topic (tests).
SECOND = tuple(
    """world net online web page pages place corner point zone town city land house home hall room box base center group team crew
circle league union guild society works works-co studio lab labs shop store mart market depot trade trading traders supply
source resource link links guide index info news times post herald journal gazette review letter press media digital
systems solutions services partners associates consulting direct express plus pro max one two five seven nine ten twenty
hundred thousand star-one moonlight sunrise sunset dawn dusk noon midnight rainbow thunder lightning fire flame smoke stone
iron steel copper brass wood glass paper feather velvet cotton silk leather pearl diamond ruby jade ivory ebony marble
granite arrow shield sword banner flag key lock gate door window mirror lamp candle lantern bell-tower clock wheelhouse
mill barnyard cottage lodge manor villa palace temple garden orchard vineyard park square avenue lane road street way path
crossing junction station terminal gateway portal vision dream fantasy magic spirit soul heart mind
idea concept project legacy heritage tradition future century millennium generation""".split()
)
