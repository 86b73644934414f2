/// What one picture may cost.
public struct ThumbnailLimits: Sendable, Equatable {
  /// The most pixels that are decoded at all. Half a gigapixel: panoramas of telephones and scans have fewer.
  public var pixels = 500_000_000
  /// The most memory, in bytes, for the coefficients of a progressive JPEG in this process; larger ones go to the other process.
  public var coefficients = 16 << 20
  /// The most memory, in bytes, that the process which reads pictures may map: a quarter of a gigabyte is its libraries'.
  public var processMemory = 3 << 30
  /// The most memory, in bytes, that it may fill; of a picture it is set by what that needs.
  public var processData = PictureBudget.processData(needed: PictureBudget.most)
  /// How long a picture may take there.
  public var patience = Duration.seconds(30)

  /// As they stand above.
  public init() {}
}
