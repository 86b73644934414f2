/// Dates as people write them in a letter: `20 June 2026`, `20. Juni 2026`.
public enum LongDate {
  /// `yyyy-MM-dd` in words, or the text as it is where it is no such day.
  public static func day(_ text: String, in language: Language) -> String {
    guard CivilDate.day(text) != nil else { return text }
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return text }
    let (month, separator) = (months(of: language)[parts[1] - 1], language == .spanish ? " de " : " ")
    return switch language {
    case .german: "\(parts[2]). \(month) \(parts[0])"
    case .hebrew: "\(parts[2]) ב\(month) \(parts[0])"
    case .english, .french, .spanish, .arabic: "\(parts[2])\(separator)\(month)\(separator)\(parts[0])"
    }
  }

  private static func months(of language: Language) -> [String] {
    switch language {
    case .english:
      [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
      ]
    case .german:
      [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
      ]
    case .french:
      [
        "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
        "décembre",
      ]
    case .spanish:
      [
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre",
      ]
    case .hebrew:
      ["ינואר", "פברואר", "מרץ", "אפריל", "מאי", "יוני", "יולי", "אוגוסט", "ספטמבר", "אוקטובר", "נובמבר", "דצמבר"]
    case .arabic:
      ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"]
    }
  }
}
