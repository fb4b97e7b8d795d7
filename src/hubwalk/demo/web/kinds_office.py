"""Kinds of product for the desk: plural, series, traits, sheet, sentences."""

from __future__ import annotations

MORE_LAPTOP_FACTS = """
  Expansion
    Optical drive = {none|DVD writer|DVD combo|Blu-ray}
    Card reader = {none|SD|5-in-1}
    Expansion slot = {none|ExpressCard|PC Card}
    Docking = {no|port replicator}
  Sound and network
    Web camera = {none|1.3 megapixels|2 megapixels}
    Speakers = {stereo|mono}, {1-4} W
    Bluetooth = {no|2.0|2.1|4.0}
    Ethernet = {100|1000} Mbit/s
    Pointing device = {touch pad|pointing stick|touch pad and stick}
    Mains adapter = {45|65|90|120} W
    Thickness = {15-40} mm"""

TEXTS = {
    "notebook talk": (
        "notebooks",
        "N",
        "use: all",
        "General\n Model = {1-9}",
        """The {name} starts in {9-60} seconds and wakes in {1-5}.
           Under load the palm rest gets {warm|hot|hardly warm}.
           The hinge {holds firmly|wobbles on the train}.
           {maker} preinstalls {12-40} programs that nobody asked for.
           Spreadsheets fly, games {stutter|run smoothly|are out of the question}.
           The touch pad is {too small|generous|nervous}.
           Its lid {bends|resists pressure}, its base {creaks|is stiff}.
           Memory can be {exchanged through a hatch|not be exchanged}.
           The screen {mirrors the room|is matt, as it should be}.
           On battery the {name} worked for {2-9} hours in our office test.
           Colleagues {turned round at the fan|did not hear it}.
           The mains adapter weighs {200-700} grams.""",
    ),
    "desktop": (
        "desktop computers",
        "Tower Optimo Station Mini PX",
        """case: tower, mini, all-in-one, rack
           use: office, home, workstation
           price: under-500, 500-800, 800-1200, over-1200""",
        """Machine
             Central processor = {Quor|Thal|Mirra} {D|E|Q} {1000-9900}
             Main board = {A|B|H}{100-990} chip set
             Main memory = {1|2|4|8|16} GB, {2|4} sockets
             Hard disks = {1-3} x {80|250|500|1000} GB
             Graphics board = {on board|Prysm G100|Prysm G200}
             Drive bays = {2-8}
             Slots = {1-3} x PCI Express, {0-3} x PCI
           Case
             Power supply unit = {180-750} W
             Front sockets = {2-6} x USB, audio
             Rear sockets = {4-10} x USB, {VGA|DVI|VGA and DVI}
             Cooling = {1-4} fans
             Noise at rest = {18-40} dB
             Form factor = {ATX|micro ATX|BTX}
             Measures = {90-220} x {300-480} x {320-520} mm
             Weight = {4-18} kg""",
        """The {name} opens without tools and has {2-8} bays.
           Its fans are {hardly heard|heard next door}.
           {maker} saves on {the keyboard|the power supply|nothing}.
           Cables inside are {tidy|in the way}.
           For games a board of one's own is {needed|not needed}.
           Office work leaves the processor {bored|sweating}.
           The case is {scratch-proof|sharp-edged}.
           Two disks can be {mirrored|joined}.
           The {name} draws {30-180} watts on the desk.""",
    ),
    "monitor": (
        "monitors",
        "Flat Syncro LX Vision P",
        """diagonal: 17-inch, 19-inch, 22-inch, 24-inch, 30-inch
           panel: tn, ips, va
           price: under-150, 150-300, 300-600, over-600""",
        """Display
             Diagonal = {17|19|20|22|24|30} inch
             Native resolution = {1280 x 1024|1680 x 1050|1920 x 1200|2560 x 1600}
             Dot pitch = {25-30/100} mm
             Contrast = {500|800|1000|3000}:1
             Reaction time = {2|5|8|16} ms
             Viewing angles = {160|170|178} / {160|170|178} degrees
             Colours = {16.2|16.7} million
             Backlight = {CCFL|LED}
           Ergonomics
             Height adjustment = {none|60 mm|130 mm}
             Pivot = {no|yes}
             Signal inputs = {VGA|VGA, DVI|DVI, HDMI}
             USB hub = {none|2 ports|4 ports}
             Wall mount = {none|VESA 75|VESA 100}
             Consumption = {18-120} W
             Weight with foot = {3-14} kg""",
        """The {name} is lit {evenly|brighter at the edges}.
           Greys are {neutral|greenish} out of the box.
           Its foot {tilts only|does everything a foot can do}.
           {maker} allows {no|two|five} dead pixels.
           Fast films {smear|stay crisp}.
           The menu of the {name} is {logical|a maze}.
           Photographers want {more|this} gamut.
           From below the picture {turns negative|stays}.
           It hums at {low|full} brightness.""",
    ),
    "router": (
        "routers",
        "Net Gate WRT Linkon",
        """sort: wireless, wired, modem
           standard: 11b, 11g, 11n
           price: under-50, 50-100, over-100""",
        """Network
             Wireless standard = IEEE 802.11{b|g|n}
             Throughput = {11|54|108|300} Mbit/s
             LAN sockets = {1|4|8}, {100|1000} Mbit/s
             WAN socket = {Ethernet|ADSL2+}
             Encryption = WEP, WPA{, WPA2|}
             Antennas = {1-3}, {fixed|removable}
           Administration
             Firewall = {NAT|stateful}
             Port forwarding = {10-64} rules
             Dynamic DNS = {no|yes}
             VPN = {no|pass-through|2 tunnels|8 tunnels}
             Print server = {no|USB}
             Set-up = {web page|assistant disc}
             Power = {5-18} W""",
        """Behind two walls the {name} still moves {1-40} Mbit/s.
           Set-up takes {3-30} minutes with {maker}'s assistant.
           Firmware updates {help|break things}.
           The lights {blink nervously|can be switched off}.
           It gets {warm|hot} on a shelf.
           Port forwarding is {clear|a riddle}.
           The {name} drops the line {never|once a day}.
           Encryption is {on|off} from the factory.""",
    ),
}
