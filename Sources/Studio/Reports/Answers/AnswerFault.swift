/// What is wrong with an answer.
package enum AnswerFault: String, Error, Sendable, Equatable, CaseIterable {
  case missing, notEmail, notPhone, notNumber, notAmount, notDate, notTime, notOption, notPlace, tooLong, wrongKind
  /// Beyond the field's least or most: of what it says, of its signs, of how many there are.
  case tooLow, tooHigh, tooShort, overLength, tooFew, tooMany
  case notPattern
  /// A number that may be thousands or a fraction: which one is asked.
  case twoNumbers
  /// A length in a unit that would count as miles without being any: `10 m`.
  case otherUnit
}
