/// How much one person may have sent that belongs to no report yet.
///
/// Enough for four reports of the most attachments that were filled in without a network; of a small disk no more than half of what
/// others do not need.
package struct UnclaimedQuota: Sendable, Equatable {
  /// How many files, and of how many bytes.
  package var (files, bytes): (Int, Int64)

  /// - Parameters:
  ///   - left: what the disk has left for what comes in, in bytes; nil if unknown.
  ///   - own: what the person has there already.
  package init(left: Int64?, own: Int64) {
    files = 4 * ReportAttachment.most
    bytes = min(1 << 30, left.map { max(0, $0 + own) / 2 } ?? .max)
  }

  /// Whether one more of a size fits.
  package func takes(_ size: Int64, beside sent: [SentAttachment]) -> Bool {
    sent.count < files && sent.reduce(size) { $0 + $1.size } <= bytes
  }

  /// How long nothing goes of what a person has sent: a telephone sends the pictures first, and the report afterwards.
  package static let patience: Double = 3600
}

/// A file that a person has sent.
package struct SentAttachment: Sendable, Equatable {
  package var sha256: String
  /// In bytes.
  package var size: Int64
  /// When it was sent, or asked for, last: in seconds since 1970.
  package var touchedAt: Double

  package init(sha256: String, size: Int64, touchedAt: Double) {
    (self.sha256, self.size, self.touchedAt) = (sha256, size, touchedAt)
  }
}
