/// The months as people write them in the pages' languages: `September 2023`, `sept. 2023`, `septiembre de 2023`.
enum MonthNames {
  /// January to December, folded (``FoldedWords``), in English, German, French, Spanish, Hebrew and Arabic.
  private static let names: [[String]] = [
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
  ].map { $0.split(separator: " ").map { FoldedWords.of(String($0)) } }

  /// From 1 to 12; nil for what is no month, and for what may be two. The first three letters are enough where they say which.
  static func month(_ word: String) -> Int? {
    var folded = FoldedWords.of(word)
    if folded.last == "." { folded.removeLast() }
    guard folded.count >= 3 else { return nil }
    if folded == "mrz" { return 3 }
    // In Hebrew "in September" is one word.
    return months(folded) ?? (folded.first == "ב" ? months(String(folded.dropFirst())) : nil)
  }

  private static func months(_ folded: String) -> Int? {
    guard folded.count >= 3 else { return nil }
    var found: Set<Int> = []
    for names in names {
      for (place, name) in names.enumerated() where name.hasPrefix(folded) { found.insert(place + 1) }
    }
    return found.count == 1 ? found.first : nil
  }

  /// What stands between a month and its year in French, Spanish and Hebrew dates.
  static let between: Set<String> = ["de", "of", "del"]

  /// `2023-09` for `09/2023` and `9.2023`; nil for anything else.
  static func numbered(_ text: String) -> String? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "." }
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), let month = Int(parts[0]), (1...12).contains(month)
    else { return nil }
    return dated(String(parts[1]), month)
  }

  /// `2023-09` for `2023` and 9; nil for what is no year of four digits.
  static func dated(_ year: String, _ month: Int) -> String? {
    guard year.utf8.count == 4, year.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return "\(year)-\(month < 10 ? "0" : "")\(month)"
  }
}
