"""Kinds of product for the pocket and the car: plural, series, traits, sheet, sentences."""

from __future__ import annotations

TEXTS = {
    "cell phone": (
        "cell phones",
        "Orbit Pebble Kite Nova Slab Razo",
        """form: bar, flip, slider, touch
           network: two-band, three-band, four-band, third generation
           price: free with contract, under-150, 150-300, over-300""",
        """Phone
             Talk time = {2-12} hours
             Standby = {100-600} hours
             Display = {128 x 160|176 x 220|240 x 320|320 x 480} pixels
             Camera = {none|VGA|1.3 megapixels|2 megapixels|5 megapixels}
             Weight = {70-160} g
             Memory = {5-256} MB and card""",
        """The {name} is {maker}'s {first|second|latest} {flip phone|slider|touch phone} for this network.
           Callers said we sounded {clear|tinny|far away} on this handset.
           Reception in the cellar was {one bar|full|none at all}.
           The keypad of the {name} is {flat and slippery|well spaced|lit unevenly}.
           Text messages are typed {quickly with prediction|with sore thumbs}.
           The camera phone takes {usable|grainy|surprisingly good} snapshots.
           The speakerphone {is loud and clear|distorts at half volume}.
           Bluetooth pairs {at once|after three tries} with a headset.
           Talk time came to {2-9} hours and {10-50} minutes in our tests.
           The hinge {snaps shut nicely|feels loose}.
           Its browser {reloads everything|handles simple pages|is a toy}.
           Ring tones {can be replaced|cost extra with the carrier}.
           The phone book holds {250-2000} contacts with {one|five} numbers each.
           The carrier sells the {name} for {19-299} crowns with a two-year contract.
           The external display shows the caller {in the sun as well|only in the dark}.
           Call quality against the {other} is {a draw|better|worse}.
           Syncing the calendar with a computer {works|costs an afternoon}.
           Vibration is {strong|too weak for a coat}.""",
    ),
    "headset": (
        "headsets",
        "Ear Voca Jab BT",
        """link: bluetooth, cable
           wear: hook, band, bud
           price: under-50, 50-100, over-100""",
        """Headset
             Range = {5-15} m
             Talk time = {3-14} hours
             Weight = {8-40} g
             Charging = {1-4} hours""",
        """The {name} stays on the ear {while running|only while sitting}.
           Wind noise is {filtered|all the other side hears}.
           It pairs with {every|only one} device at a time.
           The hook {fits glasses|hurts with glasses}.
           {maker} delivers {1-5} ear pieces.
           Redial takes {one|two} presses of the only button.
           At {5-15} metres the link {breaks|holds}.
           The {name} looks {like jewellery|like office furniture}.
           Its light {blinks all night|can be put out}.""",
    ),
    "navigator": (
        "navigators",
        "Way Pilot Route Compassa",
        """maps: country, continent
           screen: 35-mm, 43-mm, 50-mm
           price: 100-200, 200-400, over-400""",
        """Navigation
             Receiver = {12|20|32} channels
             Maps = {7-40} countries
             Traffic = {none|TMC}
             First fix = {20-90} seconds
             Mount = {suction cup|vent clip}""",
        """The {name} finds the satellites in {20-90} seconds.
           Its voice {warns in time|comes after the turning}.
           Detours are {computed at once|ignored}.
           {maker}'s maps know {new|no new} roundabouts.
           The suction cup {holds|falls at night}.
           House numbers {are there|are missing} in villages.
           The {name} speaks {3-30} languages, some of them {well|badly}.
           On foot the battery is {the limit|enough}.
           Speed cameras are {announced|not announced}.""",
    ),
    "organiser": (
        "organisers",
        "Palma Note Axi Trio",
        """system: own, licensed
           keys: pen, keyboard
           price: 100-200, 200-400, over-400""",
        """Organiser
             Processor = {33|200|400|624} MHz
             Memory = {8|32|64|128} MB
             Screen = {160 x 160|320 x 320|320 x 480}
             Wireless = {none|infrared|WLAN}""",
        """Handwriting on the {name} is {read well|guessed at}.
           Appointments move to the computer {by cradle|by cable}.
           The pen {slides out|sits firmly}.
           {maker} adds {3-12} programs for {notes|budgets|travel}.
           A week passes between charges, with WLAN {a day|an evening}.
           Spreadsheets of {100-900} rows {crawl|open at once}.
           The {name} survives {a fall|no fall}.
           Its screen is {readable outdoors|too dim outdoors}.""",
    ),
}
