extension String {
  /// The body of an answer as text; where it is no UTF-8, such as a picture, with a character for each byte.
  ///
  /// `String(decoding:as:)` throws an error within itself for each byte that is no UTF-8, and the testing library keeps a backtrace of
  /// every error that is thrown: a single picture took seconds.
  public init(answer: some Collection<UInt8>) {
    self =
      String(validating: answer, as: UTF8.self) ?? String(decoding: answer.map { UInt16($0) }, as: UTF16.self)
  }
}
