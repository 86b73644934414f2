/// Where a camera's JPEG begins: some put a few bytes of their own before it.
public enum JPEGStart {
  /// So many bytes before the picture are taken for harmless. More of them is another kind of file.
  public static let mostStrayBytes = 256

  /// The bytes from the start marker (FF D8, and the FF of the next) on; all of them where none is near.
  public static func skip(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard bytes.count > 2, bytes[0] != 0xFF || bytes[1] != 0xD8 else { return bytes }
    for index in 0..<min(mostStrayBytes + 1, bytes.count - 2)
    where bytes[index] == 0xFF && bytes[index + 1] == 0xD8 && bytes[index + 2] == 0xFF {
      return UnsafeRawBufferPointer(rebasing: bytes[index...])
    }
    return bytes
  }
}
