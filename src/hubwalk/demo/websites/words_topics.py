"""The words of the six topics."""

from __future__ import annotations

from hubwalk.demo.websites.subjects import Subject, subject

_HORSES = subject(
    "horses",
    "horse horses pony mare stallion foal gelding rider riding stable stables saddle bridle hoof mane paddock gallop trot "
    "canter equestrian equine hay barn yearling colt filly herd groom reins halter tack arena pasture gait hooves",
    {
        "breeding": "pedigree breed breeder bloodline sire dam stud offspring registry champion litter temperament puberty "
        "semen insemination markings chestnut palomino pinto arabian thoroughbred quarterhorse warmblood haflinger "
        "friesian appaloosa crossbreed inheritance genetics coat weanling broodmare",
        "sport": "dressage jumping eventing fence rosette judge jockey racecourse derby hurdle showring course gallops "
        "polo vaulting endurance reining rodeo barrels lasso steeplechase medley pirouette piaffe passage collection "
        "halfpass cavaletti clearround warmup test",
        "care": "farrier horseshoe colic laminitis deworming feed oats bran vet vaccination grooming brush currycomb "
        "lameness fly blanket stall bedding straw manure trailer transport fencing meadow mineral supplement joint wound "
        "bandage thrush teeth",
        "riding school": "lesson lessons instructor beginner longe helmet boots breeches seat posting trail trails hack "
        "camp camps pupil balance aids whip stirrup girth mount dismount therapy hippotherapy carriage driving western "
        "english sidesaddle group",
        "rescue": "rescue adoption shelter neglect retired foster wild mustang sanctuary donation volunteer abuse auction "
        "slaughter kill buyer rehabilitation gentling whisperer halterbreaking trust join ground handling bonding mule "
        "donkey burro",
    },
    "ride gallop groom breed saddle jump lunge train feed mount trot drive stable shoe brush",
    "Amberlea Thornfield Whinnyford Dapplewood Stetson Wintec Bellissimo Moonraker Silverado Black-Jet Tornado Duchess "
    "Willowbrook Haltermann Snaffleton Bitworthy Oldenfield Rosewind Kentmare Cloverleaf",
)
_ASTRONOMY = subject(
    "astronomy",
    "astronomy star stars telescope planet planets galaxy galaxies sky moon orbit comet nebula observatory astronomer "
    "constellation magnitude eyepiece solar lunar universe cosmos eclipse meteor asteroid dome stargazing starlight "
    "zenith horizon ecliptic celestial mirror",
    {
        "instruments": "refractor reflector aperture focus focal mount tripod finder lens coating dobsonian cassegrain "
        "newtonian collimation equatorial binoculars filter barlow diagonal tube optics drive motor polar alignment "
        "counterweight seeing",
        "imaging": "camera exposure image images photograph film ccd pixel stacking frames guiding darkframe flatfield "
        "noise color contrast lens shutter tripod negative print print mosaic processing webcam resolution tracking "
        "filter gallery tone",
        "cosmology": "redshift quasar bigbang inflation darkmatter blackhole singularity spectrum hydrogen helium fusion "
        "supernova pulsar neutron dwarf giant radiation wavelength relativity gravity photon lightyear parsec expansion "
        "cluster halo background constant",
        "solar system": "mercury venus mars jupiter saturn uranus neptune pluto ring rings crater craters satellite probe "
        "lander rover sunspot corona prominence transit occultation perihelion aphelion retrograde tail nucleus impact "
        "atmosphere",
        "observing": "cloud clouds weather dew twilight night light pollution starparty sketch logbook messier catalog "
        "chart atlas planisphere perseids leonids doublestar variable binary aurora season forecast altitude azimuth "
        "darkness redlight",
    },
    "observe orbit image collimate track sketch rise set magnify expose measure discover align photograph chart",
    "Andromeda Orion Cassiopeia Pleiades Betelgeuse Vega Hyperia Skyfinder Starhopper Nebulon Lumicon Astrolab Galileon "
    "Keplerian Halley Tychonia Perseid Altairis Deneb Capella",
)
_SAILING = subject(
    "sailing",
    "sailing sail sails sailor sailors yacht boat boats hull keel mast rudder skipper crew regatta harbour marina anchor "
    "deck wind tack helm jib mainsail spinnaker sea knots voyage mooring port starboard stern bow",
    {
        "racing": "race races fleet buoy startline handicap trophy cup catamaran dinghy laser optimist skiff protest mark "
        "leeward windward leg finish season championship committee flag rules rating class trapeze capsize series trim",
        "cruising": "passage island islands bay cove chart charts tide tides current landfall provisions galley berth "
        "customs lighthouse watch log logbook ocean atlantic pacific caribbean storm gale swell liveaboard windvane "
        "autopilot tradewind",
        "boats for sale": "broker brokerage price survey engine diesel propeller sloop ketch cutter schooner fibreglass "
        "teak refit trailer winch rigging halyard sheet shackle varnish antifouling outboard inboard tender displacement "
        "draft length beam",
        "learning": "course courses lesson certificate instructor beginner knot bowline lifejacket safety capsizing "
        "navigation compass radio flare theory practice licence junior school weekend manoeuvre tacking gybe reefing "
        "heaving drill",
        "building": "plywood epoxy plan plans frame plank planking lofting clamp sanding paint screw bronze kit wooden "
        "restoration stitch glue shed workshop timber oak cedar mould resin caulking spar sailmaker canvas loft needle",
    },
    "sail tack reef anchor moor steer trim race cruise capsize rig launch navigate hoist berth",
    "Albatross Seawind Mistral Tradewinds Bluewater Corsair Harken Musto Gannet Windrose Halcyon Solent Fastnet Cowes "
    "Newport Meltemi Petrel Kittiwake Brightwork Spindrift",
)
_MOUNTAIN_BIKING = subject(
    "mountain biking",
    "mountain bike bikes biking biker trail trails singletrack downhill suspension fork hardtail saddle ride rider riding "
    "pedal pedals handlebar wheel wheels tyre brakes climb descent mud helmet offroad drop rock roots forest",
    {
        "gear": "frame chain cassette derailleur shifter crank hub spoke rim tube disc pads cable seatpost stem headset "
        "bottombracket titanium aluminium carbon weight travel shock damper air spring rebound price review groupset",
        "racing": "race races crosscountry slalom fourcross lap start finish podium sponsor team elite junior series cup "
        "championship training interval heart rate timing course world endurance marathon relay license result results",
        "places": "route routes map canyon slickrock ridge pass valley desert park lift shuttle campground alps moab "
        "fireroad switchback altitude elevation profile gps waypoint guide loop kilometre trailhead meadow summit lake",
        "freeride": "jump jumps ramp northshore ladder teeter dirt gap trick tricks tabletop berm session video movie crash "
        "armour bodyarmour kneepads spot style urban huck wallride stunt bikepark fullface broken style",
        "workshop": "repair tune truing bleed grease bearing spanner puncture patch pump lube clean wear adjust toolkit "
        "workstand torque bolt replace hose rotor squeal alignment creak housing tension service manual overhaul",
    },
    "ride climb shred pedal brake jump tune race crash bleed descend shift carry wheelie explore",
    "Rockcrusher Gravelmaster Shredline Kona-Peak Marzotti Rapidfire Stumpcreek Hardrock Fatboy Rootslayer Goatpath "
    "Trailhawk Mudlark Ridgeback Slickline Torqueon Vertico Switchblade Cragmore Dustdevil",
)
_SKATE_BOARDING = subject(
    "skate boarding",
    "skate skateboard skateboarding skater skaters deck trucks wheels bearings griptape ollie kickflip grind rail ramp "
    "halfpipe skatepark street vert pool trick tricks curb ledge stairs board bowl griptaped slide spot nollie",
    {
        "tricks": "heelflip shuvit manual noseslide boardslide tailslide crooked fakie switch grab indy airwalk stalefish "
        "rotation transition air frontside backside flip pop landing stance regular goofy method style lip drop tricktip",
        "gear": "maple ply shoes sole bushing kingpin hardware wax size width concave durometer brand logo graphic hoodie "
        "shirt beanie cap sticker price order colour sizes stock brandnew team model reissue complete",
        "scene": "video videos magazine interview sponsor team pro amateur contest demo tour premiere filmer photo photos "
        "party punk hiphop band music graffiti jam footage local crew session best song part oldschool",
        "parks": "concrete quarterpipe spine funbox hip pyramid handrail indoor opening helmet pads council petition "
        "design plan plans builder plywood masonite coping mini flatbank entry hours age rules community youth snake",
        "longboard": "longboard downhill carving slalom hill speed cruise cruiser kicktail flex bamboo slalomrace wobble "
        "leather tuck gloves sliding pumping distance urethane hybrid surfstyle camber pushing footbrake hills asphalt "
        "commute",
    },
    "skate ollie grind flip slide carve push land bail film drop grip shred spin wax",
    "Gripmonster Alleycat Blindside Concreto Zeroline Thrashbone Toymaker Krux-Bolt Independence Deathwish Plankton "
    "Sidewalk Flowbowl Curbkiller Ollieville Lurker Spitwheel Bonesaw Kickback Rollhard",
)
_BOXING = subject(
    "boxing",
    "boxing boxer boxers ring bout fight fights fighter punch punches knockout round rounds gloves heavyweight champion "
    "title belt referee corner jab hook uppercut middleweight lightweight welterweight trainer opponent gym canvas bell",
    {
        "professional": "promoter contract purse payperview weighin undercard decision unanimous split judges scorecard "
        "contender ranking rankings rematch controversy manager television broadcast odds commission suspension "
        "undefeated record champion vacant federation",
        "amateur": "olympics tournament headgear vest medal qualifier federation junior cadet national squad selection "
        "draw semifinal final coach weight category boxoff host delegation results points quarterfinal clubshow novice",
        "training": "sparring heavybag speedbag skipping rope footwork combination shadow roadwork pushups stamina "
        "strength conditioning handwraps mouthguard pads mitts drill stance guard defence breathing sweat class "
        "instructor self discipline belt",
        "history": "legend legends era bareknuckle hall fame century thirties sixties memorabilia autograph photo poster "
        "collection biography film footage classic greatest biography newspaper garden ticket stub program glove "
        "signed champion",
        "women and fitness": "women woman fitness boxercise cardio workout aerobic class classes calories membership "
        "gym kick timetable beginners ladies selfdefence confidence weight loss timetable group personal trainer "
        "muscle bodies",
    },
    "box punch jab spar fight train knock win lose weigh defend counter hit skip dodge",
    "Ironjaw Southpaw Kid-Dynamo Lonsgate Everlane Gleeson Marquess Bruiser Sugarhill Goldengloves Ringside Madison "
    "Hardhitter Lefty Rocco Battler Clinch Feltham Haymaker Tenbell",
)

TOPIC_SUBJECTS: tuple[Subject, ...] = (
    _HORSES,
    _ASTRONOMY,
    _SAILING,
    _MOUNTAIN_BIKING,
    _SKATE_BOARDING,
    _BOXING,
)
