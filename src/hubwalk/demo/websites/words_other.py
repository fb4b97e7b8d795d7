"""The words of the other subjects: twelve next to a topic, and twelve that have nothing to do with one."""

from __future__ import annotations

from hubwalk.demo.websites.subjects import Subject, subject

NEIGHBOURS: tuple[Subject, ...] = (
    subject(
        "dogs",
        "dog dogs puppy puppies kennel leash collar bark paw terrier retriever shepherd poodle spaniel canine tail fetch",
        {
            "kennels": "litter whelping obedience agility handler muzzle crate toy spay neuter chew basket walkies show",
            "life with dogs": "walk park bone treat training sofa neighbour allergy sledge hunting scent guard companion",
        },
        "bark fetch walk train wag breed groom adopt dig sniff",
        "Rexford Pawsome Barkley Fido Labrador Setterhill Wagtail Kennelworth",
        next_to="horses",
        borrows=("breeding", "care", "rescue"),
    ),
    subject(
        "farming",
        "farm farmer farmers cattle cow cows sheep pig tractor plough harvest crop crops milk grain soil dairy poultry",
        {
            "machines": "combine baler sprayer seeder silo loader axle diesel implement tillage drill hopper acre hectare",
            "farm shop": "cheese eggs honey bacon organic jam vegetables potatoes orchard cider lamb butcher subsidy",
        },
        "farm plough harvest milk sow graze breed feed sell drive",
        "Deerfield Masseyton Barleycombe Greenacre Holsteen Oakfarm Hillcroft Furrowdale",
        next_to="horses",
        borrows=("care", "riding school"),
    ),
    subject(
        "photography",
        "photography photographer photo photos portrait wedding studio flash portfolio darkroom print prints lens camera",
        {
            "studio": "model backdrop softbox light appointment album bridal retouching sitting headshot passport frame",
            "art": "exhibition landscape blackandwhite gallery composition street documentary workshop grain series book",
        },
        "photograph develop print expose frame shoot scan retouch pose exhibit",
        "Leikart Nikonelle Hasselbrook Silverprint Agfatone Lumière Shutterby Bokehm",
        next_to="astronomy",
        borrows=("imaging", "instruments"),
    ),
    subject(
        "weather",
        "weather forecast rain temperature storm snow cloud pressure humidity thermometer barometer station climate radar",
        {
            "station": "gauge anemometer sensor data reading average record gust rainfall sunshine frost dewpoint graph",
            "storms": "tornado hurricane lightning thunder hail chaser damage warning flood surge evacuation supercell",
        },
        "rain forecast measure snow blow record warn freeze thaw predict",
        "Davisson Barograph Cumulon Oregonia Stratus Nimbosa Windmere Isobar",
        next_to="astronomy",
        borrows=("observing", "solar system"),
    ),
    subject(
        "boat trade",
        "boat boats motorboat powerboat engine outboard trailer dealer dealership horsepower cabin cruiser hull warranty",
        {
            "sales": "financing tradein offer showroom inventory used new listing payment pontoon jetski bowrider runabout",
            "engines": "cylinder impeller carburetor gasket fuel throttle propeller lubricant parts spark cooling gearbox",
        },
        "sell buy finance service launch tow repair order test deliver",
        "Evinson Mercuria Bayrider Sunseek Powerline Yamahiro Boatworld Marinex",
        next_to="sailing",
        borrows=("boats for sale", "building"),
    ),
    subject(
        "fishing",
        "fishing fish angler anglers rod reel bait lure hook trout salmon pike carp bass catch river lake tackle",
        {
            "sea fishing": "charter captain deepsea marlin tuna cod trolling pier tide bottom gaff shoal cooler mackerel",
            "fly fishing": "fly flies hackle nymph wader cast casting stream hatch leader tippet riffle grayling permit",
        },
        "fish cast hook catch reel land release troll tie wade",
        "Shimara Rapalon Pikeworth Troutbeck Carpfield Hardyman Orviston Flycaster",
        next_to="sailing",
        borrows=("cruising", "boats for sale"),
    ),
    subject(
        "road cycling",
        "cycling cyclist cyclists road bicycle bicycles peloton sprint stage jersey racer pedal saddle wheel kilometre",
        {
            "clubs": "clubrun timetrial velodrome audax sportive chaingang café century brevet commuter lane calendar pace",
            "touring": "tour panniers hostel luggage tandem recumbent customs ferry campsite countries diary headwind",
        },
        "cycle ride pedal sprint tour climb train race overtake commute",
        "Bianchetti Campagno Colnaghi Tourmalet Roubaisse Giroux Peugette Wheelers",
        next_to="mountain biking",
        borrows=("gear", "racing", "workshop"),
    ),
    subject(
        "motorcycling",
        "motorcycle motorcycles motorbike engine throttle exhaust clutch rider leathers chopper scooter cylinder tank",
        {
            "enduro": "motocross enduro track knobbly sidecar whoops jump start gate heat marshal paddock two-stroke lap",
            "touring": "tour rally club patch highway saddlebags windshield route camp border pass alps petrol mileage",
        },
        "ride race throttle overtake wrench tour polish rev lean crash",
        "Harlow Triumphant Ducatti Husqvard Trialmaster Nortonia Vespana Roadking",
        next_to="mountain biking",
        borrows=("freeride", "workshop", "places"),
    ),
    subject(
        "snow boarding",
        "snowboard snowboarding snow slope slopes binding bindings powder lift resort mountain winter halfpipe boots goggles",
        {
            "resorts": "pass piste chalet avalanche gondola snowfall report apresski hotel glacier off-piste guide season",
            "freestyle": "kicker rail park jump spin grab corkscrew contest team rider pro video edge camber stomp method",
        },
        "ride carve jump spin fall wax edge slide land hike",
        "Burtonwood Nitrex Powderhorn Glacierline Whitecap Snowdevil Alpineer Frostbite",
        next_to="skate boarding",
        borrows=("tricks", "gear", "scene"),
    ),
    subject(
        "surfing",
        "surf surfing surfer surfers wave waves beach swell surfboard wetsuit paddle break reef barrel longboard fins",
        {
            "spots": "point offshore onshore tide report webcam coast forecast local lineup peak sandbar island trip",
            "shop": "leash wax rashguard boardshorts shaper foam blank stringer fibreglass ding repair sunglasses sandals",
        },
        "surf paddle ride duck wax carve drop wipe wait stand",
        "Billabrook Quicksand Ripcurrent Pipeline Bells Sunsetter Malibu-Joe Tubular",
        next_to="skate boarding",
        borrows=("longboard", "scene", "gear"),
    ),
    subject(
        "martial arts",
        "karate judo aikido taekwondo dojo kata sensei kick kicks throw belt belts master grading mat martial arts",
        {
            "schools": "syllabus etiquette bow uniform children discipline tradition founder style lineage seminar dan kyu",
            "fighting": "kickboxing grappling submission choke elbow knee lock takedown sword stick weapon point contact",
        },
        "kick throw bow grade train block strike teach break spar",
        "Shotokai Budokan Tigerclaw Dragonfist Kobayan Hapkiddo Wadoryu Blackbelt",
        next_to="boxing",
        borrows=("training", "women and fitness", "amateur"),
    ),
    subject(
        "wrestling",
        "wrestling wrestler wrestlers mat hold pin tag team bodyslam mask ring champion suplex feud wrestlers arena",
        {
            "show": "storyline heel babyface entrance cage ladder rumour spoiler ppv promo federation fans finisher gimmick",
            "college": "freestyle greco takedown reversal weightclass coach dual meet roster scholarship escape singlet",
        },
        "wrestle pin slam hold tag win lose escape fight train",
        "Crusher Undertow Maskarado Bodyslammer Grapplemania Titanic-Tom Piledriver Hulkster",
        next_to="boxing",
        borrows=("professional", "history"),
    ),
)

UNRELATED: tuple[Subject, ...] = (
    subject(
        "cooking",
        "recipe recipes kitchen oven flour butter sugar salt pepper onion garlic sauce soup bread dough cake baking chef",
        {
            "restaurant": "menu reservation wine table dinner lunch waiter terrace chef special dessert cellar guests starter",
            "recipes": "teaspoon cup minutes stir simmer bake chop bowl pan degrees servings vanilla chocolate cream yeast",
        },
        "cook bake stir chop serve taste boil fry roast knead",
        "Basilico Pepperpot Saffrona Chefwell Crumble Oliveto Spicetown Brioche",
    ),
    subject(
        "computers",
        "computer computers software server network windows linux program memory disk processor keyboard screen virus data",
        {
            "support": "driver install error backup update password modem router cable upgrade helpdesk printer scanner ram",
            "programming": "code function compiler library source perl java script database query loop pointer thread debug",
        },
        "install compile boot click program upgrade crash debug print scan",
        "Netsoft Bitware Pentara Macrotron Linuxor Codebase Hexadata Silicore",
    ),
    subject(
        "music",
        "music band bands song songs guitar drums bass piano album concert singer stage lyrics choir melody chord orchestra",
        {
            "band page": "gig tour mp3 demo rehearsal rock blues fans setlist bassist drummer mailing label vinyl studio",
            "lessons": "violin teacher scale pupil sheet harmony practice flute cello exam grade theory tempo rhythm bow",
        },
        "sing play strum rehearse record tour tune drum compose perform",
        "Fendrix Gibsonia Steinweg Moogli Rolanda Blueswing Cantabile Tonearm",
    ),
    subject(
        "gardening",
        "garden gardening plant plants flower flowers rose roses seed seeds lawn compost pruning bulb shrub tree greenhouse",
        {
            "nursery": "perennial annual pot hardy shade bloom catalogue cutting mulch fertiliser hedge clematis fern orchid",
            "design": "pond terrace path paving fence bench trellis landscape border patio gravel fountain arbour meadow",
        },
        "plant sow prune water mow dig bloom weed graft mulch",
        "Rosendale Thornbury Greenthumb Petunia Dahliana Mossgarden Floribund Herbary",
    ),
    subject(
        "travel",
        "travel hotel hotels holiday flight flights tour tours beach island airport ticket booking guide passport resort trip",
        {
            "agency": "package cruise deal departure rate room breakfast transfer insurance rental excursion brochure airline",
            "diary": "backpack bus temple market hostel visa border train village jungle photo people food sunset guidebook",
        },
        "travel fly book visit stay tour pack explore arrive return",
        "Sunways Globetrot Cretana Balimoor Andalucia Tropicana Skyline Wayfarer",
    ),
    subject(
        "real estate",
        "house houses property apartment mortgage rent tenant landlord estate agent bedroom bathroom garage sale square",
        {
            "listings": "listing price location views fireplace kitchen basement deposit viewing built renovated acre lot",
            "finance": "loan interest rate lender refinance appraisal closing credit equity broker payment calculator fixed",
        },
        "buy sell rent let view finance build renovate appraise move",
        "Homestead Parkview Brickley Realtone Keystone Oakmont Lakeshore Cornerstone",
    ),
    subject(
        "law",
        "law lawyer lawyers attorney court legal case client contract claim judge trial injury rights statute counsel firm",
        {
            "family": "divorce custody will probate estate trust alimony adoption mediation spouse heir settlement marriage",
            "business": "patent trademark liability tax merger compliance employment litigation arbitration filing fee brief",
        },
        "sue appeal represent advise settle file claim argue sign testify",
        "Blackstone Whitman Lexington Hartley Barrister Justitia Solomon Tortfield",
    ),
    subject(
        "books",
        "book books novel author author's writer poem poetry chapter publisher fiction library reading paperback literature",
        {
            "shop": "isbn hardcover shipping secondhand signed edition bestseller dustjacket antiquarian shelf title used",
            "writing": "plot character draft editor manuscript workshop sonnet verse critique agent scene dialogue prose",
        },
        "read write publish edit print review quote borrow bind draft",
        "Quillworth Inkwell Penhallow Foliant Paperback-Row Versely Octavo Bookends",
    ),
    subject(
        "church",
        "church parish prayer worship bible pastor sermon faith gospel choir sunday service congregation ministry mass",
        {
            "parish": "baptism wedding funeral confession organ rectory bulletin fundraiser school youth picnic council bell",
            "mission": "missionary outreach scripture psalm testimony grace salvation disciple fellowship revival devotion",
        },
        "pray sing preach worship baptise serve gather give believe bless",
        "Bethany Zionhill Trinity Calvary Gracewell Emmaus Peterfield Holyrood",
    ),
    subject(
        "health",
        "health doctor doctors patient patients medicine clinic hospital disease treatment pain blood heart therapy nurse diet",
        {
            "practice": "appointment dentist surgery insurance physician checkup allergy vaccine referral x-ray prescription",
            "wellness": "vitamin herbal massage yoga stress sleep acupuncture aromatherapy weight cleansing energy balance",
        },
        "treat heal prescribe diagnose relax breathe examine cure exercise rest",
        "Medicore Vitalis Wellspring Herbalia Lifeline Aspirine Curewell Sanitas",
    ),
    subject(
        "cars",
        "car cars engine vehicle vehicles auto dealer sedan mileage gearbox brake tyre roadster exhaust chassis dealership",
        {
            "dealer": "lease trade warranty used financing model testdrive airbag leather sunroof options coupe wagon diesel",
            "restoration": "classic vintage bodywork rust chrome carburettor upholstery bumper welding show club spare paint",
        },
        "drive park tune restore sell lease race service tow polish",
        "Bentham Jaguaro Corvana Mustero Alfetta Beetleby Chromeline Roadmaster",
    ),
    subject(
        "genealogy",
        "genealogy family ancestor ancestors surname tree census birth marriage death cemetery descendant generation archive",
        {
            "research": "parish register microfilm transcription emigrant ship passenger obituary county dna index query will",
            "reunion": "cousin grandmother reunion album letter homestead settler descendant branch memory anniversary photo",
        },
        "trace descend marry settle emigrate search record index bury inherit",
        "Ancestrel Kinfolk Heraldry Rootsville McAllen Vanderhoof Oakroot Lineage",
    ),
)
