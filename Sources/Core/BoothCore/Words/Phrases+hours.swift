/// The opening hours.
extension Phrase {
  /// Of when the booth opens; of any other phrase it is that it is closed.
  var closedWording: Wording {
    guard case .opens(let closing) = self else {
      return Wording(
        en: "Closed at the moment", de: "Zurzeit geschlossen", fr: "Fermé pour le moment",
        es: "Cerrado en este momento",
        he: "סגור כרגע", ar: "مغلق حاليًا")
    }
    // The time keeps its order in whatever is written around it.
    let time = "\u{2066}\(closing.time)\u{2069}"
    guard let weekday = closing.weekday else {
      return Wording(
        en: "The photobooth opens at \(time).", de: "Die Fotobox öffnet um \(time) Uhr.",
        fr: "Le photomaton ouvre à \(time).", es: "El fotomatón abre a las \(time).",
        he: "עמדת הצילום נפתחת בשעה \(time).", ar: "يفتح ركن التصوير في الساعة \(time).")
    }
    func day(_ language: Language) -> String { Self.weekdays(of: language)[weekday % 7] }
    return Wording(
      en: "The photobooth opens on \(day(.english)) at \(time).",
      de: "Die Fotobox öffnet am \(day(.german)) um \(time) Uhr.",
      fr: "Le photomaton ouvre \(day(.french)) à \(time).",
      es: "El fotomatón abre el \(day(.spanish)) a las \(time).",
      he: "עמדת הצילום נפתחת \(day(.hebrew)) בשעה \(time).",
      ar: "يفتح ركن التصوير \(day(.arabic)) في الساعة \(time).")
  }

  /// From Monday on, as they stand in these sentences.
  private static func weekdays(of language: Language) -> [String] {
    switch language {
    case .english: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    case .german: ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
    case .french: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
    case .spanish: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]
    case .hebrew: ["ביום שני", "ביום שלישי", "ביום רביעי", "ביום חמישי", "ביום שישי", "בשבת", "ביום ראשון"]
    case .arabic:
      [
        "يوم الاثنين", "يوم الثلاثاء", "يوم الأربعاء", "يوم الخميس", "يوم الجمعة", "يوم السبت", "يوم الأحد",
      ]
    }
  }
}
