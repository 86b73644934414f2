import LocationLibrary

/// How far a sync in a process of its own is, as a line among its complaints.
package struct SyncProgress: Equatable {
  package var done: Int
  package var all: Int

  package init(done: Int, all: Int) { (self.done, self.all) = (done, all) }

  private static let sign = "progress"

  package var line: String { "\(Self.sign) \(done) \(all)" }

  /// Reads ``line``; nil for any other.
  package init?(_ line: some StringProtocol) {
    let parts = line.split(separator: " ")
    guard parts.count == 3, parts[0] == Self.sign, let done = Int(parts[1]), let all = Int(parts[2]) else { return nil }
    (self.done, self.all) = (done, all)
  }
}
