/// The pages in German.
extension TrainingText {
  static let german: [TrainingText: String] = [
    .training: "Training",
    .trainingPhotos: "Trainingsfotos",
    .justNow: "gerade eben",
    .goodExample: "Gutes Beispiel",
    .needsImprovement: "Zu verbessern",
    .onePhoto: "1 Foto",
    .photos: "%1 Fotos",
    .noPicture: "Kein Bild",
    .unavailable: "Bild nicht verfügbar",
    .isNew: "Neu",
    .seen: "Gesehen",
    .notSeenYet: "Noch nicht gesehen",
    .more: "Mehr zeigen",
    .refresh: "Aktualisieren",
    .oneNew: "1 neues Trainingsfoto: zeigen",
    .manyNew: "%1 neue Trainingsfotos: zeigen",
    .noLonger: "Dieses Trainingsfoto gibt es nicht mehr.",
    .byPhotographer: "Nach Fotograf:in",
    .publish: "Trainingsfoto teilen",
    .totalSubmissions: "Insgesamt",
    .goodExamples: "Gute Beispiele",
    .allExamples: "Alle Beispiele",
    .newestFirst: "Neueste zuerst",
    .oldestFirst: "Älteste zuerst",
    .grid: "Raster",
    .list: "Liste",
    .show: "Zeigen",
    .sort: "Reihenfolge",
    .view: "Ansicht",
    .nothingYet: "Noch keine Trainingsfotos",
    .nothingYetText: "Ihre Trainingsbeispiele erscheinen hier, sobald die Leitung sie einreicht.",
    .noResults: "Keine Treffer",
    .noGood: "Noch keines Ihrer Trainingsfotos ist ein gutes Beispiel.",
    .noImprovement: "Keines Ihrer Trainingsfotos ist zu verbessern.",
    .oneUnreadable: """
    1 Eintrag kann nicht gezeigt werden: Er ist beschädigt oder von unbekannter Art. Bitte sagen Sie es denen, \
    die Trainingsfotos senden.
    """,
    .unreadable: """
    %1 Einträge können nicht gezeigt werden: Sie sind beschädigt oder von unbekannter Art. Bitte sagen Sie es \
    denen, die Trainingsfotos senden.
    """,
    .trainingPhoto: "Trainingsfoto",
    .trainingPhotoFor: "Trainingsfoto für %1",
    .close: "Schließen",
    .submittedBy: "Eingereicht von",
    .date: "Datum",
    .trainingNotes: "Anmerkungen",
    .edit: "Ändern",
    .delete: "Löschen",
    .deleteHelp: "Bilder und Anmerkungen sind endgültig fort, auch für die Fotografin oder den Fotografen.",
    .deleteNow: "Endgültig löschen",
    .pictureOf: "Bild %1 von %2",
    .panUp: "Weiter nach oben",
    .panLeft: "Weiter nach links",
    .panRight: "Weiter nach rechts",
    .panDown: "Weiter nach unten",
    .pictureControls: "Bild",
    .previous: "Voriges Bild",
    .next: "Nächstes Bild",
    .zoomOut: "Verkleinern",
    .zoomIn: "Vergrößern",
    .fullScreen: "Vollbild",
    .save: "Bild sichern",
    .share: "Teilen",
    .showMarks: "Markierungen zeigen",
    .pictures: "Bilder",
    .pinNotes: "Anmerkungen im Bild",
    .of: "%1 von %2",
    .linkCopied: "Der Link ist kopiert.",
    .notSaved: "Es wurde nicht gesichert. Bitte noch einmal versuchen.",
    .marksSaved: "Die Markierungen sind gesichert.",
    .pen: "Stift",
    .arrow: "Pfeil",
    .rectangle: "Rechteck",
    .pin: "Nadel",
    .red: "Rot",
    .green: "Grün",
    .blue: "Blau",
    .yellow: "Gelb",
    .white: "Weiß",
    .black: "Schwarz",
    .draw: "Auf das Bild zeichnen",
    .colour: "Farbe",
    .pinNote: "Anmerkung zur nächsten Nadel",
    .undo: "Rückgängig",
    .saveMarks: "Markierungen sichern",
    .drawHelp: "Ein Werkzeug wählen, dann auf das Bild zeichnen. Das Bild selbst bleibt, wie es ist.",
    .tooMuchDrawn: "Es ist zu viel gezeichnet. Bitte etwas rückgängig machen.",
    .changedMeanwhile: "Jemand anderes hat es inzwischen geändert. Bitte vor dem Sichern noch einmal ansehen.",
    .lastOne: "Zuletzt:",
    .oneCritique: "1 Trainingsfoto",
    .critiques: "%1 Trainingsfotos",
    .ofOthers: "Trainingsfotos von %1 Personen ohne Konto hier sind nicht aufgeführt.",
    .noPhotographers: """
    Es gibt noch keine Fotografin und keinen Fotografen. Die Verwaltung lädt sie auf der Seite „Personen“ ein.
    """,
    .administratorShares: """
    Die Verwaltung teilt keine Trainingsfotos; das tun Leitung und Fotograf:innen. Nutzen Sie dafür ein Konto mit \
    einer dieser Rollen: Einen Link dafür erstellen Sie auf der Seite „Personen“.
    """,
    .roleShares: """
    Mit Ihrer Rolle werden keine Trainingsfotos geteilt; das tun Leitung und Fotograf:innen. Die Verwaltung kann \
    Ihre Rolle auf der Seite „Personen“ ändern.
    """,
    .onlyPhotographer: """
    Außer Ihnen fotografiert hier noch niemand, und Trainingsfotos werden mit anderen geteilt. Die Verwaltung lädt \
    sie auf der Seite „Personen“ ein.
    """,
    .forMe: "Für mich",
    .unknownPerson: "Jemand ohne Namen",
    .noneSent: "Es wurde noch nichts gesendet.",
    .waiting: "Wartet",
    .fileUnread: "Dieses Bild konnte nicht bis zum Ende gelesen werden. Wählen Sie es noch einmal.",
    .deviceFull:
      "Auf diesem Gerät ist kein Platz mehr für dieses Bild. Schaffen Sie Platz, und wählen Sie es noch einmal.",
    .unshared: "Hier liegen Trainingsfotos von Ihnen, die noch nicht geteilt sind. Machen Sie damit weiter.",
    .held:
      "Es wird in zehn Sekunden geteilt. Bis dahin können Sie es zurückholen. Wenn Sie diese Seite vorher schließen, wird es geteilt, sobald Sie das Studio wieder öffnen.",
    .takeBack: "Zurückholen",
    .takenBack: "Zurückgeholt. Es wurde nicht geteilt, und Sie können es ändern.",
    .lineStill: "Die Leitung stand still. Es wird von selbst noch einmal gesendet …",
    .sending: "Wird gesendet: %1 %",
    .ready: "Bereit",
    .fileTooLarge: "Dieses Bild ist zu groß. Bitte kleiner sichern: unter 20 MB und 200 Megapixel (PNG: 50).",
    .tooMuchWaiting:
      "Zu viele der Bilder, die Sie gesendet haben, sind noch nicht geteilt. Bitte teilen Sie zuerst diese, oder versuchen Sie es in einer Stunde noch einmal.",
    .tooManyPictures: "Höchstens 6 Bilder auf einmal.",
    .noPictures: "Ein Bild fehlt: bitte mindestens eines wählen.",
    .notSent: "Es kam nicht an. Bitte noch einmal versuchen; nichts wird doppelt geteilt.",
    .remove: "Entfernen",
    .mayNot: "Sie dürfen keine Trainingsfotos mehr teilen. Nichts wurde veröffentlicht.",
    .removeWrong: "Bitte die Bilder entfernen, die nicht gesendet werden können, oder andere wählen.",
    .photographer: "Fotograf:in",
    .choosePhotographer: "Wählen …",
    .kind: "Art",
    .picturesHelp: """
    1 bis %1 Bilder: JPEG, PNG, HEIC oder andere Arten. Sie werden verkleinert, und der Ort der Aufnahme wird \
    entfernt.
    """,
    .publishNow: "Teilen",
    .needsScripts: "Zum Senden von Bildern braucht diese Seite JavaScript.",
    .alreadyPublished: "Das wurde schon geteilt. Bitte die Seite neu öffnen, um etwas anderes zu teilen.",
    .fileHEIC: """
    Das libheif des Studios lehnt dieses HEIC-Bild ab: Es ist beschädigt, oder von einer Art, die erst libheif \
    1.18 liest (Debian 13). Bitte als JPEG senden (iPhone: Einstellungen, Kamera, Formate, Maximale \
    Kompatibilität).
    """,
    .fileDamaged: "Dieses Bild ist beschädigt oder abgeschnitten. Bitte noch einmal kopieren.",
    .fileUnknown: "Das ist kein Bild einer bekannten Art. Bitte als JPEG oder PNG sichern.",
    .fileNoLibrary: """
    Der Rechner des Studios liest diese Art von Bildern nur mit libvips, das dort fehlt: Wer ihn verwaltet, \
    installiert Debians libvips42. Bis dahin bitte als JPEG senden.
    """,
    .fileCut: "Dieses Bild ist abgeschnitten: %1 % davon sind da. Bitte noch einmal kopieren.",
    .fileTooLong: "Eine Seite dieses Bildes ist länger als 32.767 Pixel. Bitte kleiner sichern.",
    .fileRare: """
    Dieses Bild ist auf eine seltene Art geschrieben, die die Bibliotheken des Studios nicht lesen (etwa ein TIFF \
    mit verringerten Farben). Bitte als JPEG oder PNG sichern.
    """,
    .photoGone: "Dieses Foto ist nicht mehr da.",
    .photoOfGuests: """
    Dieses Foto zeigt Gäste der Fotobox. Sie können es löschen lassen, und Kopien wären dann nicht mehr erreichbar: \
    Für Trainings wird es nicht verwendet.
    """,
    .noPhotographer: "Die Fotografin oder der Fotograf fehlt: bitte wählen.",
    .noNotes: "Die Anmerkungen fehlen: Was ist zu lernen?",
    .notesTooLong: "Die Anmerkungen sind zu lang: höchstens 5000 Zeichen.",
    .saveChange: "Sichern",
    .cancel: "Abbrechen",
    .changeSaved: "Gesichert.",
    .deleted: "Gelöscht.",
  ]
}
