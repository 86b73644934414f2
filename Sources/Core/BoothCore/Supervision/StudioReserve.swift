/// What the studio leaves the booth of a disk that both write to: what is sent, made smaller or copied there never costs guests their
/// pictures.
///
/// Room for an evening, as the booth itself is warned below it (``StorageMarks/low``); on smaller disks a quarter, and never less than
/// clips need (``StorageMarks/noClips``); on disks that have hardly more than that, two thirds. A quarter more than the marks, as
/// levels are left upwards only with that.
public struct StudioReserve: Sendable, Equatable {
  /// In bytes.
  public let bytes: Int64

  /// - Parameters:
  ///   - marks: the booth's; nil for a disk that no booth writes to.
  ///   - totalBytes: of the disk.
  public init(marks: StorageMarks?, totalBytes: Int64) {
    let own = min(Self.ownBytes, totalBytes / 32)
    guard let marks else {
      bytes = own
      return
    }
    let (evening, clips) = (marks.low + marks.low / 4, marks.noClips + marks.noClips / 4)
    let wanted = min(evening, max(clips, totalBytes / 4))
    bytes = max(own, min(wanted, totalBytes / 3 * 2))
  }

  /// What databases and logs grow by while files come in: 32 MiB.
  private static let ownBytes: Int64 = 32 << 20

  /// What the studio may still write, in bytes; negative where it has written too much already.
  public func left(freeBytes: Int64) -> Int64 { freeBytes - bytes }
}
