"""What the phone magazine writes: sentences for each kind of story. {name}, {maker}, {other} and {person} are given."""

from __future__ import annotations

REVIEW = (
    "After {2-6} weeks with the {name} {I am convinced|I have doubts|my old phone feels heavy}.",
    "The screen is {bright|dim|crisp} in the sun and {calm|harsh} at night.",
    "Calls sound {clear|hollow|distant}, and the ringer {wakes the dead|is too soft|rattles}.",
    "The battery of the {name} lasts {1-4} {days|long evenings} in our test, {more|less} than {maker} says.",
    "Its keys {click|wobble|are a pleasure}, its menus {are quick|take patience|hide what matters}.",
    "Photographs in good light are {pleasant|grainy|sharp}; in the dark they are {noise|not worth the press}.",
    "The case {creaks|feels solid|picks up every scratch} after a fall from {1-2} metres.",
    "We measured {10-55} seconds from switching on to the first call.",
    "In the rating it loses points for {the charger|the speaker|the price} and gains some for {reach|comfort|looks}.",
    "Who comes from the {other} will {feel at home|miss the old keys|wonder about the weight}.",
    "{maker} asks {99-799} crowns for the {name}, which is {fair|bold|a bargain}.",
    "The box holds {a charger|a charger and a cable|little more than the phone} and a {thin|thick} manual.",
    "Messages are {quickly|slowly} written, and the dictionary {helps|gets in the way|knows no names}.",
    "On the train the {name} {held every call|lost three calls an hour|searched for a network}.",
    "The clock {is always on|can be read from afar|hides behind a button}.",
    "Its alarm {is friendly|is brutal|cannot be set for single days}.",
    "Music plays {loudly|thinly|well} through {headphones|the speaker}, pictures {load at once|take their time}.",
    "There is room for {100-2000} names and {20-500} messages.",
    "Left-handed people {will manage|will suffer|were thought of}.",
    "The finish is {matt|glossy|rubber}, which {hides|shows} fingerprints.",
    "A {second|spare} battery costs {19-79} crowns.",
    "In the cellar of our office it {still rang|stayed silent}, as {few|most} do.",
    "The next version may mend {the menus|the lid|the ringer}; this one is {good enough|not ready|for collectors}.",
)
NEWS = (
    "{maker} {announced|confirmed|denied} {a merger|new colours|a delay} on {Monday|Wednesday|Friday}.",
    "Shares of {maker} {rose|fell|did not move} by {1-9} per cent.",
    "The network in the north will {grow|be switched off|get cheaper} next {month|year}.",
    "Analysts {expected|feared|had hoped for} {more|less}.",
    "{maker} and {other} {meet in court|share a factory|signed a treaty}.",
    "Deliveries start in {spring|autumn|two weeks}, a spokeswoman said.",
)
INTERVIEW = (
    "{person}, you have worked at {maker} for {3-30} years. What has changed?",
    "Everything, and {nothing|the coffee|the people}.",
    "Would you {still|again|ever} build a phone with {keys|an aerial|a lid}?",
    "Ask me {tomorrow|in ten years|after lunch}.",
    "Customers {write|call|sing} to us, and {sometimes|often|never} they are right.",
    "What do you carry in your own pocket? {Two of ours|Something by another house|A notebook}.",
    "And {maker} lets you say that? {person} laughs.",
)
COMPARISON = (
    "The {name} against the {other}: {old friends|an unequal pair|a matter of taste}.",
    "In the hand the {name} is {lighter|heavier|colder}, on the table the {other} is {flatter|louder}.",
    "Both {last|fail|charge} {a day|a night}, one of them {gladly|grudgingly}.",
    "Round {two|three|four} goes to the {other}.",
    "In the end {price|habit|the ringer} decides.",
    "Side by side, their screens {differ little|are night and day}.",
)
COLUMN = (
    "My grandmother owns {three|no|seven} telephones and {answers none|answers all}.",
    "I remember when {maker} was {a bakery|a name for bicycles|a promise}.",
    "Silence is {a feature|a luxury|cheap}, and nobody {sells|wants} it.",
    "There are {two|three|many} kinds of people on trains.",
    "Next week in this place: {nothing|the truth about cables|a letter to the editor}.",
    "The future, {person} says, {is a brick|has no buttons|can wait}.",
)
HEADLINES = {
    "review": "{maker} {name}: {in daily life|a month in the pocket|tried and tested|worth the money?|under the lens}",
    "news": "{maker} {changes course|cuts prices|moves north|hires again|keeps quiet}",
    "interview": "{person}: {We were too early|Nobody asked us|I would do it again|It was never about calls}",
    "comparison": "{maker} {name} {or|against|beside} {other}",
    "column": "{On ringing|Of cables|The quiet hour|What pockets are for|A word on words}, {part|letter} {1-90}",
}
GOOD = ("screen", "battery", "voice quality", "keys", "price", "camera", "weight", "speed")
