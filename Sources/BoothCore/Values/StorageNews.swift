/// How much room there is, by what the booth then leaves out.
public enum StorageLevel: String, Sendable, Codable, CaseIterable, Comparable {
  case plenty
  /// The operator is warned.
  case low
  /// Strips are taken without their clips, which are the largest part of a session.
  case noClips
  /// No session begins; one under way goes on as far as it gets.
  case full

  /// Less room is more: ``plenty`` is the smallest level, ``full`` the largest.
  public static func < (a: StorageLevel, b: StorageLevel) -> Bool { a.rank < b.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What the watch found out.
public struct StorageNews: Sendable, Equatable, Codable {
  /// What the booth may still begin.
  public var level: StorageLevel
  /// For the operator: what is the matter and what to do; empty when nothing is.
  public var words: String

  /// - Parameter words: empty where there is nothing to tell.
  public init(_ level: StorageLevel, _ words: String) {
    self.level = level
    self.words = words
  }
}
