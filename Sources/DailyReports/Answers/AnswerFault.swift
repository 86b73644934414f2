/// What is wrong with an answer.
package enum AnswerFault: String, Error, Sendable, Equatable, CaseIterable {
  case missing, notEmail, notPhone, notNumber, notAmount, notDate, notTime, notOption, notPlace, tooLong, wrongKind
}
