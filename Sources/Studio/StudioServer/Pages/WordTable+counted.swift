package import BoothCore

/// Texts with a number: they have a form for each kind of number that their language knows, divided by `|`.
///
/// ```swift
/// words.counted(.photos, 1)  // "%1 photo|%1 photos": "1 photo"
/// ```
extension WordTable {
  /// With a number in the place of `%1`, in its form.
  /// - Parameter written: the number as the page writes it; nil for its digits.
  package func counted(_ text: Text, _ number: Int, as written: String? = nil) -> String {
    Self.filled(language.form(of: self[text], for: number), [written ?? "\(number)"])
  }
}

extension Language {
  /// How many forms a text with a number has: those of integers in Unicode's CLDR, without the forms of zero and of millions.
  package var numberForms: Int {
    switch self {
    case .english, .german, .french, .spanish: 2
    case .hebrew: 3
    case .arabic: 5
    }
  }

  /// The form for a number, from 0: one and other; in Hebrew one, two, other; in Arabic one, two, few, many, other.
  package func numberForm(_ number: Int) -> Int {
    switch self {
    case .english, .german, .spanish: number == 1 ? 0 : 1
    case .french: number.magnitude < 2 ? 0 : 1
    case .hebrew: number == 1 ? 0 : number == 2 ? 1 : 2
    case .arabic:
      switch (number, number.magnitude % 100) {
      case (1, _): 0
      case (2, _): 1
      case (_, 3...10): 2
      case (_, 11...99): 3
      default: 4
      }
    }
  }

  /// Of a text's forms that for a number; the text itself where it has none.
  func form(of text: String, for number: Int) -> String {
    let forms = text.split(separator: "|", omittingEmptySubsequences: false)
    guard forms.count > 1 else { return text }
    return String(forms[min(numberForm(number), forms.count - 1)])
  }
}
