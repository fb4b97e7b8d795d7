"""Two kinds of page in five languages: descriptions of cameras, and news about their makers."""

from __future__ import annotations

import random

from hubwalk.pages.parse import parse
from hubwalk.values import Page

_CAMERA = {
    "en": (
        "the display and the lens",
        "sensor resolution of the camera",
        "battery and memory card are included",
        "zoom with image stabiliser",
        "the viewfinder is bright and the shutter is quiet",
    ),
    "de": (
        "der Bildschirm und das Objektiv",
        "die Auflösung des Sensors der Kamera",
        "Akku und Speicherkarte gehören dazu",
        "Zoom mit Bildstabilisator",
        "der Sucher ist hell und der Verschluss größer und leise",
    ),
    "fr": (
        "l'écran et l'objectif de l'appareil",
        "la résolution du capteur",
        "la batterie et la carte mémoire sont fournies",
        "zoom avec stabilisateur d'image",
        "le viseur est clair et l'obturateur discret",
    ),
    "it": (
        "lo schermo e l'obiettivo della fotocamera",
        "la risoluzione del sensore",
        "batteria e scheda di memoria sono incluse",
        "zoom con stabilizzatore d'immagine",
        "il mirino è luminoso e l'otturatore silenzioso",
    ),
    "el": (
        "η οθόνη και ο φακός της μηχανής",
        "η ανάλυση του αισθητήρα",
        "η μπαταρία και η κάρτα μνήμης περιλαμβάνονται",
        "ζουμ με σταθεροποιητή εικόνας",
        "το σκόπευτρο είναι φωτεινό και το κλείστρο αθόρυβο",
    ),
}
_NEWS = {
    "en": (
        "the company announced its quarterly profit",
        "shares rose on the market",
        "analysts expect fewer deliveries",
        "the factory will be closed next year",
        "a spokesman of the maker spoke in court",
    ),
    "de": (
        "das Unternehmen meldete den Gewinn des Quartals",
        "die Aktien stiegen an der Börse",
        "Fachleute erwarten weniger Lieferungen",
        "das Werk wird nächstes Jahr geschlossen",
        "ein Sprecher des Herstellers sagte vor Gericht aus",
    ),
    "fr": (
        "l'entreprise a annoncé son bénéfice trimestriel",
        "les actions ont monté à la bourse",
        "les analystes attendent moins de livraisons",
        "l'usine sera fermée l'année prochaine",
        "un porte-parole du fabricant a parlé au tribunal",
    ),
    "it": (
        "l'azienda ha annunciato il profitto trimestrale",
        "le azioni sono salite in borsa",
        "gli analisti prevedono meno consegne",
        "la fabbrica chiuderà l'anno prossimo",
        "un portavoce del produttore ha parlato in tribunale",
    ),
    "el": (
        "η εταιρεία ανακοίνωσε τα κέρδη του τριμήνου",
        "οι μετοχές ανέβηκαν στο χρηματιστήριο",
        "οι αναλυτές αναμένουν λιγότερες παραδόσεις",
        "το εργοστάσιο θα κλείσει του χρόνου",
        "ο εκπρόσωπος του κατασκευαστή μίλησε στο δικαστήριο",
    ),
}
LANGUAGES = tuple(_CAMERA)


def page_in(language: str, kind: str, number: int, *, capitals: bool = False) -> Page:
    """A page of the kind `camera` or `news`; no two have the same sentences in the same order."""
    sentences = (_CAMERA if kind == "camera" else _NEWS)[language]
    dice = random.Random(f"{language} {kind} {number}")
    told = ". ".join(dice.sample(sentences, 4) + dice.choices(sentences, k=6))
    text = f"{told}. Model X{number}."
    body = "".join(f"<p>{part}</p>" for part in (_shouted(text) if capitals else text, "Imprint and terms"))
    html = f"<html><head><title>{kind} {number}</title></head><body><article>{body}</article></body></html>"
    return parse(html, f"http://{language}.test/{kind}/{number}")


def _shouted(text: str) -> str:
    """In capitals, as headlines are: in Greek without accents."""
    plain = str.maketrans("άέήίόύώϊϋΐΰ", "αεηιουωιυιυ")
    return text.translate(plain).upper()
