"""Specification sheets: for each kind of product its facts, group by group, as templates of prose.py.

Traits are the facts that lists can be filtered by; they are drawn apart from the rest so that a filter need not draw a
whole sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Sheet = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # (group, ((label, template of the value), ...))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of product: what its models are called and what there is to know about them."""

    name: str  # camera
    plural: str
    series: tuple[str, ...]  # model families; a model is family + number
    traits: Mapping[str, tuple[str, ...]]  # label -> possible values; also the facets of lists
    sheet: Sheet
    sentences: tuple[str, ...]  # of a short description; {name} and {maker} are given


CAMERA = Kind(
    name="camera",
    plural="cameras",
    series=("SX", "Optra", "DX", "Pico", "Vista", "TZ", "Luma", "R"),
    traits={
        "type": ("compact", "bridge", "system", "reflex", "rugged"),
        "zoom": ("none", "3x", "5x", "10x", "24x"),
        "price": ("under-150", "150-300", "300-600", "600-1000", "over-1000"),
    },
    sheet=(
        (
            "Sensor",
            (
                ("Effective pixels", "{20-240/10} megapixels"),
                ("Sensor size", "{1/3.2|1/2.5|1/1.8|2/3|4/3|APS-C} inch"),
                ("Sensor type", "{CCD|CMOS|back-illuminated CMOS}"),
                ("Image ratio", "{4:3|3:2|4:3, 3:2|16:9, 4:3}"),
                ("ISO rating", "Auto, {50|64|80|100} to {400|800|1600|3200|6400}"),
                ("Maximum resolution", "{1600-6000} x {1200-4000}"),
            ),
        ),
        (
            "Lens",
            (
                ("Focal length (35 mm)", "{24-38} to {70-600} mm"),
                ("Maximum aperture", "f/{18-35/10} to f/{28-63/10}"),
                ("Macro focus range", "{1-20} cm"),
                ("Image stabilisation", "{no|optical|sensor shift|digital}"),
                ("Filter thread", "{none|37 mm|49 mm|52 mm|58 mm}"),
                ("Lens mount", "{fixed lens|bayonet}"),
            ),
        ),
        (
            "Shooting",
            (
                ("Shutter speed", "{2-60} s to 1/{500|1000|2000|4000|8000} s"),
                ("Exposure compensation", "-2 to +2 EV in 1/{2|3} EV steps"),
                ("Metering", "{multi-pattern|centre-weighted|multi-pattern, spot}"),
                ("Auto focus", "{contrast detection|phase detection}, {9-45} points"),
                ("Continuous drive", "{10-120/10} frames per second"),
                ("Self-timer", "{2 or 10|10|2, 5 or 12} seconds"),
                ("Movie clips", "{320 x 240|640 x 480|1280 x 720|1920 x 1080}, {15|24|30|60} fps"),
                ("Built-in flash", "yes, range {15-60/10} m"),
                ("External flash", "{no|hot-shoe|hot-shoe, sync socket}"),
            ),
        ),
        (
            "Display and storage",
            (
                ("LCD monitor", "{15-32/10} inch, {110|230|460|920},000 dots"),
                ("Viewfinder", "{none|optical|electronic|optical pentaprism}"),
                ("Storage", "{SD card|CompactFlash|SD card, 32 MB inside}"),
                ("Uncompressed format", "{none|RAW|TIFF}"),
                ("Live view", "{yes|no}"),
            ),
        ),
        (
            "Body",
            (
                ("Connectivity", "USB {1.1|2.0}, AV out"),
                ("Battery", "{2 x AA|4 x AA|lithium-ion pack}, {120-900} shots"),
                ("Dimensions", "{82-150} x {50-105} x {18-90} mm"),
                ("Weight with battery", "{120-980} g"),
                ("Remote control", "{none|optional|infrared, supplied}"),
            ),
        ),
    ),
    sentences=(
        "The {name} {is|remains|was from the start} {a safe choice|an odd mixture|a camera for patient people}.",
        "{maker} gave it a {sharp|soft|bright|slow} lens and a {noisy|clean|dated|lively} sensor.",
        "Photographs show {little|some|much} noise from ISO {200|400|800} on, and colours are {warm|cool|neutral}.",
        "The shutter lag is {hardly noticeable|noticeable|annoying} in {good|poor} light.",
        "Its menus are {clear|crowded|slow}, its buttons {small|large|well placed}.",
        "The battery lasted {120-900} photographs in our test, {more|less} than {maker} promises.",
        "At the long end the corners {suffer|hold up well|need stopping down}.",
        "Who needs a viewfinder will {like it|look elsewhere|be content}.",
        "The flash {lights a room evenly|reaches three metres at best|is better left off}.",
        "The grip {suits large hands|suits small hands|is slippery when wet}.",
        "In the cold it {worked on|gave up after an hour|needed a warm pocket}.",
        "Its files are {small|large}, and the card fills {slowly|faster than one would like}.",
        "Automatic white balance {is reliable|fails under lamps|leans to blue}.",
        "{maker} {has listened|has not listened} to those who wrote about the model before.",
        "The strap lugs {squeak|are solid|scratch the case}.",
        "Film clips are {smooth|jerky}, their sound {thin|clear}.",
        "The manual of the {name} has {40-300} pages, {few|all} of them needed.",
        "We would buy it {again|only in a sale|for a friend}.",
    ),
)

PRINTER = Kind(
    name="printer",
    plural="printers",
    series=("PX", "Pageway", "Inka", "MP", "Colora"),
    traits={
        "type": ("inkjet", "laser", "photo", "all-in-one"),
        "speed": ("5-ppm", "10-ppm", "20-ppm", "40-ppm"),
        "price": ("under-150", "150-300", "300-600", "600-1000", "over-1000"),
    },
    sheet=(
        (
            "Printing",
            (
                ("Print resolution", "{600|1200|2400|4800} x {600|1200|2400} dpi"),
                ("Print speed, black", "{4-45} pages per minute"),
                ("Print speed, colour", "{2-30} pages per minute"),
                ("First page out", "{6-30} seconds"),
                ("Cartridges", "{2|4|6|8}, {separate|combined}"),
                ("Duty cycle", "{1-80},000 pages a month"),
                ("Duplex unit", "{no|manual|automatic}"),
            ),
        ),
        (
            "Paper",
            (
                ("Paper sizes", "{A4|A4, letter|A3, A4, letter}, envelopes"),
                ("Input tray", "{60-550} sheets"),
                ("Output tray", "{20-250} sheets"),
                ("Paper weight", "{60-75} to {120-300} g/m2"),
                ("Borderless printing", "{no|10 x 15 cm|up to A4}"),
            ),
        ),
        (
            "Scanner",
            (
                ("Scan resolution", "{none|600 dpi|1200 dpi|2400 dpi}"),
                ("Document feeder", "{none|35 sheets|50 sheets}"),
                ("Copies per minute", "{4-30}"),
                ("Fax", "{no|33.6 kbit/s}"),
            ),
        ),
        (
            "Body",
            (
                ("Printer memory", "{2-256} MB"),
                ("Interfaces", "{USB 2.0|USB 2.0, Ethernet|USB 2.0, wireless|parallel port}"),
                ("Noise level", "{38-58} dB"),
                ("Power consumption", "{8-500} W"),
                ("Dimensions", "{350-520} x {200-450} x {130-420} mm"),
                ("Weight", "{3-28} kg"),
            ),
        ),
    ),
    sentences=(
        "The {name} prints {text|photographs} {crisply|evenly|with visible bands}.",
        "{maker} asks {fair|steep|astonishing} prices for the cartridges.",
        "A page of text takes {4-30} seconds, a photograph {1-5} minutes.",
        "The paper tray {jams now and then|never jammed|holds too little}.",
        "Scans are {sharp|dull|a little dark}, copies {quick|slow}.",
        "It is {loud|quiet} and takes {little|much} room on the desk.",
        "The driver installs {at once|after a fight|only with the disc}.",
        "Envelopes {go through|crease|have to be fed by hand}.",
        "After {200-900} pages the first cartridge was empty.",
        "Photographs {keep|lose} their colours on a sunny wall.",
        "Its display {says what is wrong|blinks in riddles}.",
        "The cover {is stiff|shuts softly}, the cable {is missing|is there}.",
        "{maker} says it sleeps at {2-9} watts; we measured {2-12}.",
        "For an office of {3-20} people the {name} is {enough|too slow}.",
    ),
)

LAPTOP = Kind(
    name="laptop",
    plural="laptops",
    series=("Air", "Forge", "Folio", "Nomad", "Edge", "Studio", "X"),
    traits={
        "use": ("business", "gaming", "study", "studio", "travel"),
        "screen": ("11-inch", "13-inch", "14-inch", "15-inch", "17-inch"),
        "memory": ("4-gb", "8-gb", "16-gb", "32-gb", "64-gb"),
        "price": ("under-500", "500-800", "800-1200", "1200-2000", "over-2000"),
    },
    sheet=(
        (
            "Processor",
            (
                ("Processor", "{Quor|Thal|Mirra} {3|5|7|9} {1000-9900}"),
                ("Cores", "{2|4|6|8|12}"),
                ("Clock rate", "{12-48/10} GHz"),
                ("Graphics", "{integrated|Prysm Z1|Prysm X2}"),
            ),
        ),
        (
            "Memory and storage",
            (
                ("Memory type", "DDR{3|4|5}"),
                ("Solid-state drive", "{128|256|512|1024|2048} GB"),
                ("Slots free", "{0-2}"),
            ),
        ),
        (
            "Screen",
            (
                ("Panel", "{IPS|OLED|TN}, {matt|glossy}"),
                ("Pixels", "{1366 x 768|1920 x 1080|2560 x 1440|3840 x 2160}"),
                ("Brightness", "{200-600} cd/m2"),
                ("Refresh rate", "{60|90|120|144|240} Hz"),
            ),
        ),
        (
            "Ports and body",
            (
                ("Ports", "{1-3} x USB-A, {1-3} x USB-C, {HDMI|DisplayPort}"),
                ("Wireless", "WLAN {5|6|6E}"),
                ("Battery", "{35-99} Wh, up to {4-20} hours"),
                ("Keyboard", "{with|without} backlight, {US|UK|German} layout"),
                ("Weight", "{90-320/100} kg"),
                ("Operating system", "{none|Linux|preinstalled}"),
                ("Warranty", "{12|24|36} months"),
            ),
        ),
    ),
    sentences=(
        "The {name} by {maker} {weighs next to nothing|is built like a brick|fits any bag}.",
        "Its screen is {bright|dim|sharp} and its keyboard {firm|soft|a joy}.",
        "The fans {stay silent|are heard under load|never rest}.",
        "A charge lasts a {short|long} working day.",
        "{maker} offers {12|24|36} months of service on site.",
    ),
)

ACCESSORY = Kind(
    name="accessory",
    plural="accessories",
    series=("Sleeve", "Dock", "Charger", "Stand", "Mouse", "Hub", "Cable"),
    traits={
        "sort": ("bag", "dock", "charger", "stand", "mouse", "cable"),
        "price": ("under-20", "20-50", "50-100", "over-100"),
    },
    sheet=(
        (
            "Product",
            (
                ("Material", "{aluminium|nylon|felt|plastic|leather}"),
                ("Fits", "{11|13|14|15|17} inch devices"),
                ("Cable length", "{50-300} cm"),
                ("Power", "{30|45|65|90|140} W"),
            ),
        ),
        ("Delivery", (("In the box", "{1-4} pieces"), ("Weight", "{40-900} g"), ("Warranty", "{6|12|24} months"))),
    ),
    sentences=(
        "The {name} goes with every laptop by {maker} and with most others.",
        "It is made of {recycled|sturdy|soft} material.",
        "The seams are {clean|strong}, the plugs {tight|angled}.",
        "Delivery takes {1-5} days.",
    ),
)

PHONE = Kind(
    name="phone",
    plural="phones",
    series=("Orbit", "Pebble", "Kite", "Nova", "Slab", "One"),
    traits={"form": ("slider", "flip", "bar", "touch"), "price": ("under-150", "150-300", "300-600", "over-600")},
    sheet=(("At a glance", (("Display", "{18-67/10} inches"), ("Weight", "{80-240} g"), ("Talk time", "{2-30} h"))),),
    sentences=("The {name} is {maker}'s {first|second|latest} attempt.",),
)
