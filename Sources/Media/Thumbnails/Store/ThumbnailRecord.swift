import BoothCore

/// One picture as it stands in a pack: a head of 64 bytes, the key's text, the JPEG. All numbers are little-endian.
enum ThumbnailRecord {
  static let headBytes = 64
  static let mostKeyBytes = 200
  static let mostJPEGBytes = 16 << 20
  private static let mark: UInt32 = 0x3148_5442

  /// What a head says.
  struct Head: Equatable {
    var keyCount: Int
    var jpegCount: Int
    var size: ThumbnailSize
    var pixels: PixelSize
    var placeholder: PhotoPlaceholder
    /// Of the key and the JPEG.
    var sum: UInt64

    var count: Int { headBytes + keyCount + jpegCount }
  }

  static func bytes(_ thumbnail: Thumbnail, key: [UInt8], _ size: ThumbnailSize) -> [UInt8] {
    var body = key
    body += thumbnail.jpeg
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headBytes + body.count)
    bytes += number(Int(mark), 4) + number(key.count, 2) + [UInt8(ThumbnailSize.allCases.firstIndex(of: size) ?? 0), 0]
    bytes += number(thumbnail.jpeg.count, 4) + number(thumbnail.size.width, 2) + number(thumbnail.size.height, 2)
    bytes += thumbnail.placeholder.bytes
    bytes += [UInt8](repeating: 0, count: 48 - bytes.count)
    bytes += number(Int(truncatingIfNeeded: sum(body[...])), 8)
    // The head's own, so that what is no head is never followed.
    bytes += number(Int(truncatingIfNeeded: sum(bytes[...])), 8)
    return bytes + body
  }

  /// Nil for what is no head, or not whole.
  static func head(_ bytes: ArraySlice<UInt8>) -> Head? {
    let bytes = Array(bytes.prefix(headBytes))
    guard bytes.count == headBytes, number(bytes[0..<4]) == UInt64(mark), number(bytes[56..<64]) == sum(bytes[..<56]),
      Int(bytes[6]) < ThumbnailSize.allCases.count,
      let placeholder = PhotoPlaceholder(bytes: Array(bytes[16..<16 + PhotoPlaceholder.byteCount]))
    else { return nil }
    let head = Head(
      keyCount: Int(number(bytes[4..<6])), jpegCount: Int(number(bytes[8..<12])),
      size: ThumbnailSize.allCases[Int(bytes[6])],
      pixels: PixelSize(width: Int(number(bytes[12..<14])), height: Int(number(bytes[14..<16]))),
      placeholder: placeholder,
      sum: number(bytes[48..<56]))
    return head.keyCount <= mostKeyBytes && head.jpegCount <= mostJPEGBytes ? head : nil
  }

  /// The picture of a whole record with this key; nil where it is another's, or damaged.
  static func thumbnail(_ bytes: [UInt8], key: [UInt8], _ size: ThumbnailSize) -> Thumbnail? {
    guard let head = head(bytes[...]), head.count == bytes.count, head.size == size, head.keyCount == key.count,
      bytes[headBytes..<headBytes + key.count].elementsEqual(key), sum(bytes[headBytes...]) == head.sum
    else { return nil }
    return Thumbnail(jpeg: Array(bytes[(headBytes + key.count)...]), size: head.pixels, placeholder: head.placeholder)
  }

  /// A sum over eight bytes at a time, against torn writes and failing disks, not against people.
  static func sum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
    bytes.withUnsafeBytes { raw in
      var at = 0
      while at + 8 <= raw.count {
        sum =
          (sum ^ UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))) &* 0xFF51_AFD7_ED55_8CCD
        sum ^= sum >> 32
        at += 8
      }
      while at < raw.count {
        sum = (sum ^ UInt64(raw[at])) &* 0xC4CE_B9FE_1A85_EC53
        sum ^= sum >> 29
        at += 1
      }
    }
    return sum
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
