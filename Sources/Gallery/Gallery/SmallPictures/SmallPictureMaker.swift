public import BoothCore

/// Makes small pictures of what was uploaded, for lists of many.
public protocol SmallPictureMaker: Sendable {
  /// A JPEG that fills the frame, upright, in sRGB and never enlarged: of what there is too much both sides are cut alike, and of the
  /// height a fifth at the top and the rest below. One is asked for at a time. Blocks nothing asynchronous.
  func jpeg(of original: SmallPictureSource, filling frame: PixelSize) async throws(SmallPictureError) -> [UInt8]

  /// Whether so many bytes may be kept on the disk, beside what a booth needs of it for photos.
  func mayKeep(_ bytes: Int) async -> Bool

  /// Returns as soon as a picture may be made that has not been asked for yet: when it takes the machine from nothing that counts more.
  func untilQuiet() async
}

extension SmallPictureMaker {
  /// At once.
  public func untilQuiet() async {}
}

/// Where the bytes of an original are.
public enum SmallPictureSource: Sendable {
  /// An open file.
  case file(ObjectFile)
  /// Of a store that is no folder.
  case bytes([UInt8])
}

/// Why there is no small picture.
public struct SmallPictureError: Error, Sendable, Equatable {
  /// Whether trying again with the same bytes may give one.
  public var mayPass: Bool
  /// In words, for the log.
  public var detail: String

  /// Describes a failure; `detail` is for the log.
  public init(mayPass: Bool, detail: String) {
    self.mayPass = mayPass
    self.detail = detail
  }
}
