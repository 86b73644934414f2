/// What names and passwords must be, and how long what lets a person in lasts.
public enum AccountRules {
  /// The fewest signs a password has. Long and plain beats short and odd: NIST SP 800-63B (2017), 5.1.1.2, asks for 8 and for
  /// no classes of signs.
  public static let leastPassword = 10
  /// The longest password, in bytes of UTF-8: scrypt takes any length, forms need not.
  public static let longestPassword = 512
  /// The longest name to sign in with, and the longest name to be called by, in characters.
  public static let longestName = 120
  /// An invitation is good for so many seconds: a week.
  public static let invitationSeconds: Double = 7 * 86_400
  /// An unused session ends after so many seconds: two weeks.
  public static let idleSeconds: Double = 14 * 86_400
  /// A session ends after so many seconds, used or not: ninety days.
  public static let sessionSeconds: Double = 90 * 86_400

  /// How many seconds a session still lasts if it is not used again; never less than none.
  public static func secondsLeft(of place: SignedInPlace, at now: Double) -> Double {
    max(0, min(idleSeconds, place.createdAt + sessionSeconds - now))
  }

  /// What is wrong with a name or password that a person wants to have.
  public enum Complaint: String, Sendable, Equatable, CaseIterable {
    case nameMissing, nameTooLong, nameHasControls, nameTaken
    case passwordTooShort, passwordTooLong, passwordIsName, passwordsDiffer
  }

  /// A name to sign in with, as it is kept and compared: without white space at its ends, in lower case.
  public static func key(_ name: String) -> String {
    String(trimmed(name).lowercased())
  }

  /// Without white space at both ends.
  public static func trimmed(_ name: String) -> String {
    var rest = name[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// What is wrong with a name; nil for nothing.
  public static func complaint(name: String) -> Complaint? {
    let name = trimmed(name)
    if name.isEmpty { return .nameMissing }
    if name.count > longestName || name.utf8.count > 4 * longestName { return .nameTooLong }
    return name.unicodeScalars.contains { isUnseen($0) } ? .nameHasControls : nil
  }

  /// What is wrong with what a person wants to be called; nil for nothing. Joiners are fine here, which emoji and
  /// Persian need.
  public static func complaint(displayName: String) -> Complaint? {
    if displayName.count > longestName || displayName.utf8.count > 4 * longestName { return .nameTooLong }
    let isBad = displayName.unicodeScalars.contains { isUnseen($0) && $0 != "\u{200C}" && $0 != "\u{200D}" }
    return isBad ? .nameHasControls : nil
  }

  /// Invisible characters: two names that differ in them look alike.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// What is wrong with a password; nil for nothing.
  public static func complaint(password: String, again: String, name: String) -> Complaint? {
    if password.utf8.count > longestPassword { return .passwordTooLong }
    if password.count < leastPassword { return .passwordTooShort }
    if key(password) == key(name) { return .passwordIsName }
    return password == again ? nil : .passwordsDiffer
  }
}
