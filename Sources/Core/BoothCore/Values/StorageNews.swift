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

/// Why the store takes nothing, by what can be done about it; each also means ``StorageLevel/full``.
public enum StorageRefusal: String, Sendable, Codable, CaseIterable {
  /// No room is left.
  case full
  /// The disk cannot be written.
  case readOnly
  /// The data folder is not where it was.
  case moved
  /// The booth's database was removed, or another was put in its place, and the data folder is in its place: a new start puts it in
  /// order.
  case replaced
  /// The booth's database is damaged: only a new start makes it anew.
  case damaged
  /// Too many files are open, in the booth or on the machine.
  case noFiles
  /// The disk fails: anything else that it says.
  case failing

  /// Whether the same process may write again, without a new start.
  public var mayPass: Bool { self != .damaged && self != .replaced }

  /// In a word or two, for a table.
  public var words: String {
    switch self {
    case .full: "full"
    case .readOnly: "cannot be written"
    case .moved: "moved"
    case .replaced: "database replaced"
    case .damaged: "database damaged"
    case .noFiles: "too many open files"
    case .failing: "fails"
    }
  }
}

/// What the watch found out.
public struct StorageNews: Sendable, Equatable, Codable {
  /// What the booth may still begin.
  public var level: StorageLevel
  /// For the operator: what is the matter and what to do; empty when nothing is.
  public var words: String
  /// Why writing was refused; nil where it was not, whatever room there is, and in journals of earlier versions.
  public var refusal: StorageRefusal?

  /// - Parameter words: empty where there is nothing to tell.
  public init(_ level: StorageLevel, _ words: String, refusal: StorageRefusal? = nil) {
    self.level = level
    self.words = words
    self.refusal = refusal
  }
}
