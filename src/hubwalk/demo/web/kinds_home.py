"""Kinds of product for photographers and for the living room: plural, series, traits, sheet, sentences."""

from __future__ import annotations

TEXTS = {
    "lens": (
        "lenses",
        "EL Planor Telix Macron Q Wide",
        """mount: bayonet K, bayonet E, bayonet N, thread
           range: wide angle, standard, tele, zoom
           price: under-150, 150-300, 300-600, 600-1000, over-1000""",
        """Optics
             Focal length = {12|20|28|35|50|70|100} to {55|85|135|200|300|400} mm
             Largest aperture = f/{12-56/10}
             Smallest aperture = f/{16|22|32}
             Elements and groups = {6-21} in {5-15}
             Diaphragm blades = {5|6|7|9}, {rounded|straight}
             Angle of view = {8-110} degrees
             Closest focus = {15-250/100} m
             Magnification = 1:{1-9}
           Mechanics
             Filter thread = {49|52|55|58|62|67|72|77} mm
             Focus drive = {screw|ring motor|micro motor|manual}
             Stabiliser = {none|3 stops|4 stops}
             Weather sealing = {none|partly|full}
             Hood = {supplied|optional}
             Length = {22-260} mm
             Diameter = {52-95} mm
             Weight = {110-1900} g""",
        """The {name} draws {sharp|soft|dreamy} corners wide open and {good|excellent} ones at f/8.
           Distortion is {small|visible|strong} at the short end.
           The focus ring of the {name} turns {smoothly|stiffly|too far}.
           {maker} supplies a {metal|plastic} hood and a {pouch|box}.
           Against the light it {flares|keeps its contrast}.
           Colour fringes appear {seldom|often} at {bright|dark} edges.
           On a small body it {hangs heavy|is well balanced}.
           The bayonet is of {brass|plastic} and sits {tightly|loosely}.
           Out-of-focus discs are {round|angular|restless}.
           Collectors pay {more|less} for the older version by {maker}.""",
    ),
    "camcorder": (
        "camcorders",
        "Handy VX Movia Reel HC",
        """medium: tape, disc, card, hard disk
           format: standard, wide, high definition
           price: under-150, 150-300, 300-600, 600-1000, over-1000""",
        """Recording
             Recording medium = {MiniDV|DVD|SD card|hard disk}, {20-240} minutes
             Video system = {PAL|NTSC}
             Video format = {DV|MPEG-2|AVCHD}
             Bit rate = {4-25} Mbit/s
             Sound = {12|16} bit, {stereo|two channels|5.1}
             Still pictures = {none|640 x 480|1600 x 1200}
           Camera
             Pick-up device = {one|three} chips, {1/6|1/4|1/3} inch
             Gross pixels = {680|800|1330|2100},000
             Optical zoom = {10|12|20|25|34}x
             Digital zoom = {100|200|800|1000}x
             Minimum illumination = {1-15} lux
             Steady shot = {optical|electronic}
           Handling
             Finder = {colour|black and white}, {110|123|200},000 dots
             Flip screen = {25-35/10} inch
             Running time = {50-190} minutes
             Inputs and outputs = {i.LINK|USB 2.0|component}, {S-video|composite}
             Weight with tape = {290-790} g""",
        """The {name} keeps the picture {steady|nearly steady} at the long end.
           In a dim room {maker}'s chips show {grain|coloured specks|little noise}.
           The microphone {hears the motor|hears everything|is muffled by the wind}.
           Loading a {tape|disc} takes {4-12} seconds.
           The zoom of the {name} {creeps|jumps|glides}.
           Editing on a computer {works at once|needs a converter|tries one's patience}.
           A full battery runs for {50-190} minutes.
           Titles and fades {look dated|are fun}.
           The flip screen is {bright|pale} in the sun.
           {maker} puts the buttons where thumbs {are|are not}.""",
    ),
    "scanner": (
        "scanners",
        "Scana FB Perfo DS",
        """sort: flatbed, film, sheet-fed, portable
           light: lamp, diodes
           price: under-150, 150-300, 300-600, over-600""",
        """Scanning
             Optical density = {30-48/10} Dmax
             Hardware resolution = {1200|2400|4800|7200} dpi
             Colour depth = {24|36|48} bit
             Scan area = {A4|A4 and film|A3|35 mm film}
             Preview time = {4-20} seconds
             Dust removal = {none|infrared}
             Film holders = {none|6 frames|12 frames and slides}
           Connection
             Port = {USB 1.1|USB 2.0|FireWire|SCSI}
             Software = {twain driver|two programs|archive program}
             Buttons = {1-7}
             Power supply = {external|through the cable}
             Footprint = {250-470} x {380-620} mm
             Weight = {2-14} kg""",
        """The {name} brings out {much|little} in the shadows of slides.
           A film strip takes {1-9} minutes at full resolution.
           Dust is {removed|left} by {maker}'s software.
           The lid {lifts for books|does not close over books}.
           Previews come in {4-20} seconds.
           Its lamp {is ready at once|warms up for a minute}.
           Old letters become {legible|grey}.
           The {name} hums {softly|like a fridge}.""",
    ),
    "tv set": (
        "tv sets",
        "Vue Aquon KD Panora Theta",
        """technology: tube, plasma, lcd, projection
           size: 20-inch, 26-inch, 32-inch, 42-inch, 50-inch
           price: under-500, 500-800, 800-1200, 1200-2000, over-2000""",
        """Picture
             Screen diagonal = {20|26|32|37|42|50} inch
             Panel resolution = {852 x 480|1024 x 768|1366 x 768|1920 x 1080}
             Contrast ratio = {600|1000|3000|10000}:1
             Luminance = {350-1200} cd/m2
             Viewing angle = {140-178} degrees
             Response time = {5-25} ms
             Comb filter = {2D|3D}
           Reception
             Tuner = {analogue|digital|analogue and digital}
             Teletext = {none|10 pages|1000 pages}
             Picture in picture = {no|yes}
             Programme guide = {none|7 days}
           Sound and connections
             Loudspeakers = 2 x {5-20} W
             Surround = {none|virtual}
             SCART sockets = {1-3}
             HDMI sockets = {0-4}
             Stand = {included|optional|swivel}
             Power consumption = {60-450} W
             Weight with stand = {6-48} kg""",
        """Black on the {name} is {deep|dark grey|bluish}.
           Football leaves {trails|no trails} on the screen.
           {maker}'s remote control has {28-60} buttons.
           Zapping takes {1-4} seconds a channel.
           From the side the picture {fades|holds up}.
           The loudspeakers {fill a room|need help}.
           DVDs look {soft|clean|better than broadcasts}.
           Skin {is a little red|looks natural} with the settings of {maker}.
           The stand of the {name} {wobbles|swivels easily}.
           It draws {60-450} watts and {1-9} in standby.
           Who watches in daylight wants {more|no more} luminance.""",
    ),
    "mp3 player": (
        "mp3 players",
        "Zen Muvi Nano Beat Clip Gigo Muse",
        """memory: flash, hard disk, card
           size: 512 MB, 1 GB, 4 GB, 20 GB, 60 GB
           price: under-50, 50-100, 100-200, over-200""",
        """Player
             Capacity = {512 MB|1 GB|2 GB|4 GB|20 GB|40 GB|60 GB}
             Audio formats = MP3, WMA{, AAC|, OGG|, WAV|}
             Playing time = {8-50} hours
             Radio = {none|FM|FM with recording}
             Weight = {20-180} g
             Transfer = USB {1.1|2.0}""",
        """The {name} plays for {8-50} hours on one charge, {less|more} than {maker} claims.
           Through good earphones the sound of this player is {warm|thin|balanced|harsh in the treble}.
           Bass lovers should {use the equaliser|look elsewhere|be happy at once}.
           The supplied ear buds are {poor|decent|the weak point}; replace them.
           Songs are copied {by drag and drop|only with the software supplied|at USB speed}.
           The click wheel {is precise|skips tracks|takes practice}.
           Playlists made on the move are {a joy|impossible|hidden three menus deep}.
           Its colour screen shows album covers {brightly|in postage-stamp size}.
           The FM radio {pulls in every station|hisses in town|records to MP3 as well}.
           Gapless playback is {missing|there at last}, and live albums {suffer|profit}.
           Shuffle {repeats itself|is really random}.
           The hard disk {spins up audibly|is silent|hates jogging}.
           The hold switch {slips in the pocket|is firm}.
           Tags with umlauts are {shown rightly|garbled}.
           With {4|20|60} gigabytes there is room for {1000-15000} songs.
           A line-in records records {well|at 128 kbit only}.
           Volume is {limited by law|loud enough for trains}.
           The {name} fits {a coin pocket|the hand|no pocket of mine}.
           Podcasts {resume where one stopped|start from the beginning each time}.
           The firmware of the first {name} {crashed twice|never crashed} with us.
           Against the {other} it {sounds better|loses on battery|wins by a whisker}.
           Joggers like its clip and its {20-60} grams.""",
    ),
    "headphone": (
        "headphones",
        "HD Aurea SR Velvet K",
        """design: open, closed, in-ear, clip-on
           cable: straight, coiled, none
           price: under-50, 50-100, 100-200, over-200""",
        """Headphone
             Frequency response = {8-30} to {18-30},000 Hz
             Impedance = {16|32|64|300|600} ohms
             Cushions = {velour|leather|foam}
             Cable = {1-3} m""",
        """The cushions of the {name} {stay cool|get warm after an hour}.
           Voices stand {in front of|inside} one's head.
           Neighbours on the train {hear everything|hear nothing}.
           The headband {presses|sits lightly} on large heads.
           {maker} sells every spare part, even the {cable|cushions}.
           High impedance asks for {a proper amplifier|nothing special}.
           Strings shimmer, drums are {dry|boomy}.
           The {name} folds {flat|not at all}.
           Cable noise is {a nuisance|not heard}.
           After {2-9} hours the ears {ache|do not mind}.
           Isolation on aeroplanes is {good|modest}.""",
    ),
    "speaker": (
        "speaker docks",
        "Boom Tono Cube Onyx",
        """sort: dock, active, bookshelf, satellite
           channels: stereo, 2.1, 5.1
           price: under-50, 50-100, 100-200, over-200""",
        """Loudspeaker
             Output = 2 x {3-60} W
             Drivers = {2-6}
             Inputs = {1-3} x line, {dock|optical}
             Remote = {no|yes}""",
        """The {name} fills {a kitchen|a hall|a desk} with sound.
           At full volume the cabinet {buzzes|keeps still}.
           The woofer {booms|is tight}, the tweeters {sparkle|are shy}.
           Docked devices {are charged|stay empty} meanwhile.
           {maker} hid the mains adapter {in the case|behind a brick}.
           The remote {works round corners|wants to be aimed}.
           On a shelf it needs {10-60} cm of air.
           Placed in a corner the {name} {growls|gains bass}.
           Films profit {little|much} from the satellites.
           The stand-by light {is blinding|goes off}.""",
    ),
}
