extension Double {
  /// `5` rather than `5.0`.
  package var short: String { Int(exactly: self).map(String.init) ?? String(self) }
}
