/// A photo that could not be moved to a bin, or not back, and why.
public struct PhotoBinTrouble: Sendable, Hashable {
  /// Why.
  public enum Reason: String, Sendable, CaseIterable {
    /// Its source has no bin: buckets, libraries and sessions are only read.
    case noBin
    /// It is not there any longer; of one that was in the bin: it was removed from there.
    case gone
    /// Another file has its name by now.
    case nameTaken
    /// Its source is away.
    case away
    /// This user may not.
    case denied
    /// The disk would not.
    case failed
  }

  /// The photo's name.
  public var name: String
  /// Why.
  public var reason: Reason

  /// Takes both as they are.
  public init(name: String, reason: Reason) {
    self.name = name
    self.reason = reason
  }

  /// What a source said.
  public init(name: String, _ error: PhotoSourceError) {
    self.name = name
    switch error {
    case .itemNotFound: reason = .gone
    case .notAuthorized: reason = .denied
    case .loadFailed, .invalidData: reason = .failed
    case .sourceUnavailable: reason = .away
    case .nameTaken: reason = .nameTaken
    }
  }
}

/// What came of taking photos back from bins.
public struct PhotoUndone: Sendable, Hashable {
  /// How many are back.
  public var count: Int
  /// Those that are not.
  public var troubles: [PhotoBinTrouble]

  /// Takes both as they are.
  public init(count: Int, troubles: [PhotoBinTrouble]) {
    self.count = count
    self.troubles = troubles
  }
}
