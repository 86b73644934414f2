/// A photo that could not be moved to a bin, or not back, by its name, and why.
public typealias PhotoBinTrouble = PhotoComplaint<PhotoBinReason>

/// Why a photo could not be moved to a bin, or not back.
public enum PhotoBinReason: Sendable, Hashable {
  /// Its source has no bin: buckets, libraries and sessions are only read.
  case noBin
  /// It is not there any longer; of one that was in the bin: it was removed from there.
  case gone
  /// Another file has its name by now.
  case nameTaken
  /// It is another file by now than the one that was known.
  case anotherFile
  /// Something that is no folder stands where its folder was: which, for people.
  case folderTaken(String)
  /// Where its source's bin should be stands something that is no folder.
  case binUnusable
  /// Its source is away.
  case away
  /// This user may not.
  case denied
  /// The disk would not.
  case failed
}

extension PhotoBinTrouble {
  /// What a source said.
  public init(name: String, _ error: PhotoSourceError) {
    let reason: PhotoBinReason =
      switch error {
      case .itemNotFound: .gone
      case .notAuthorized: .denied
      case .loadFailed, .invalidData: .failed
      case .sourceUnavailable: .away
      case .nameTaken: .nameTaken
      case .anotherFile: .anotherFile
      case .folderTaken(let folder): .folderTaken(folder)
      case .binUnusable: .binUnusable
      }
    self.init(name: name, reason: reason)
  }
}

/// What came of taking photos back from bins.
public struct PhotoUndone: Sendable, Hashable {
  /// How many are back.
  public var count: Int
  /// Those that are not.
  public var troubles: [PhotoBinTrouble]

  public init(count: Int, troubles: [PhotoBinTrouble]) {
    self.count = count
    self.troubles = troubles
  }
}
