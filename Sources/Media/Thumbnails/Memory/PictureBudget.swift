/// How much memory pictures may take of a machine while they are decoded, beside a booth that works. Pure.
public struct PictureBudget: Sendable, Equatable {
  /// The most that one picture gets, in bytes, wherever: 73 megapixels of a telephone's HEIC.
  public static let most = 512_000_000
  /// What one picture gets on this machine: a quarter of all.
  public let lent: Int

  /// - Parameter whole: the machine's memory, in bytes.
  public init(whole: Int) { lent = min(Self.most, whole / 4) }

  /// What is to be done about a picture.
  public enum Verdict: Sendable, Equatable {
    /// It goes beside others.
    case beside
    /// It waits until no other large one is decoded.
    case alone
    /// It never fits on this machine; in words.
    case tooLarge(String)
    /// It does not fit at the moment; in words.
    case notNow(String)
  }

  /// - Parameters:
  ///   - needed: by the picture, in bytes.
  ///   - free: what the machine has at the moment; nil where that was not looked at.
  public func verdict(needed: Int, free: Int?) -> Verdict {
    guard needed <= lent else {
      return .tooLarge(
        "it needs about \(Self.words(needed)) of memory to be decoded; this machine lends \(Self.words(lent)) to a picture: "
          + "save it smaller, or as a JPEG that is not progressive")
    }
    if let free, needed > free / 2 {
      return .notNow(
        "it needs about \(Self.words(needed)) of memory to be decoded, and the machine has \(Self.words(free)) at the moment: try again"
      )
    }
    // Four others that are not large take as much together.
    return needed > lent / 4 ? .alone : .beside
  }

  /// In GB or MB, as people write them.
  static func words(_ bytes: Int) -> String {
    guard bytes >= 1_000_000_000 else { return "\(max(1, bytes / 1_000_000)) MB" }
    let tenths = bytes / 100_000_000
    return "\(tenths / 10).\(tenths % 10) GB"
  }

  /// The most that a process may fill for such a picture: twice what is expected, beside its libraries and its threads. What says
  /// less of itself than it needs ends there.
  public static func processData(needed: Int) -> Int { (256 << 20) + 2 * min(max(0, needed), most) }
}
