import CLinux
import ImageMetadata

/// What a picture that people send takes of memory while it is made ready in a process of its own, which knows all kinds.
public enum SentPictureMemory {
  /// Has a picture wait for its turn where it is large.
  /// - Parameters:
  ///   - path: of the picture.
  ///   - memory: what the machine has of it.
  /// - Returns: the turn, to be held until that process has ended; nil for one that needs none, and for what cannot be read: that
  ///   process says why.
  /// - Throws: `.tooLarge` for what this machine never decodes, `.failed` for what it cannot at the moment; in words.
  public static func turn(
    _ path: String, _ memory: () -> MachineMemory = MachineMemory.now
  ) throws(ThumbnailError) -> LargePictureTurn? {
    let now = memory()
    return try DecodingMemory.turn(needed: needed(path, lent: PictureBudget(whole: now.whole).lent), now, memory)
  }

  /// Holds this process to what its picture needs, and makes it the first that the kernel ends where memory is short.
  public static func limit(_ path: String) {
    DecodingMemory.offer()
    _ = clinux_limit_data(PictureBudget.processData(needed: needed(path, lent: PictureBudget.most)))
  }

  /// Pixels of what is made: at most twice as long as 2000 each way, as they are decoded, and turned.
  private static let made = 96 << 20

  static func needed(_ path: String, lent: Int) -> Int {
    do throws(ThumbnailError) {
      let file = try ForeignPicture.open(path)
      return DecodingMemory.needed(file, PhotoFacts.read(file), nil, lent: lent) + made
    } catch { return 0 }
  }
}
