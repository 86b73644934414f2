public import BoothCore

extension WallTime {
  /// Since 1970, to the nearest: what a document's moment can say.
  public var microseconds: Int64 {
    Int64((min(max(unixSeconds, -62_000_000_000), 250_000_000_000) * 1_000_000).rounded())
  }

  /// In UTC, as a document's moment says no zone.
  public init(microseconds: Int64) { self.init(unixSeconds: Double(microseconds) / 1_000_000) }
}
