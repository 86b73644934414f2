import BoothCore
import Crypto
import WebSupport

/// A small picture of an original as it is now, in one of a few sizes. Its file is a JPEG with a comment that says what it was made of,
/// and the sum of its bytes: one that is damaged, or of an original that was replaced since, is made anew. The cameras' type of this name
/// holds numbers to compare, and is no file.
struct SmallPicture: Hashable, Sendable {
  /// In pixels: a card of an event's page on a phone with two columns, with 2, 2.6 and 3 pixels for one of the page's.
  static let widths = [320, 480, 640]

  /// A card's shape, which `GalleryStyle` gives it.
  static func frame(_ width: Int) -> PixelSize { PixelSize(width: width, height: width * 3 / 2) }

  /// Changes with how they are made.
  private static let generation = 1

  let session: SessionName
  let original: ObjectKey
  /// Which version of the original.
  let version: String
  let width: Int

  /// Where it is kept: with the copy of the session's manifest, where no upload goes, and is deleted with it.
  let key: ObjectKey

  /// Nil if the store has no key for it.
  init?(session: SessionName, original: ObjectKey, version: String, width: Int) {
    let digest = URLBase64.encode(SHA256.hash(data: Array(original.text.utf8)).prefix(12))
    guard let key = ObjectKey("sessions/\(session.text)/small/\(width)-\(digest).jpg") else { return nil }
    (self.session, self.original, self.version, self.width, self.key) = (session, original, version, width, key)
  }

  /// Another for other bytes of the original, and for another size.
  var tag: String { "\(made)-\(width)" }

  private var made: String {
    URLBase64.encode(
      SHA256.hash(data: Array("\(Self.generation) \(original.text)\u{0}\(version)".utf8)).prefix(15))
  }

  /// The most that a file of one has; more is none of ours.
  static let mostBytes = 2 << 20

  /// The picture as it is kept; nil for what is no JPEG.
  func kept(_ jpeg: [UInt8]) -> [UInt8]? {
    guard jpeg.starts(with: Self.start), jpeg.count + 200 <= Self.mostBytes else { return nil }
    let rest = jpeg.dropFirst(Self.start.count)
    return Self.start + comment(rest) + rest
  }

  /// Whether what was kept is this picture, whole.
  func isWhole(_ kept: [UInt8]) -> Bool {
    let expected = comment([]).count
    guard kept.count > Self.start.count + expected, kept.starts(with: Self.start) else { return false }
    return kept[Self.start.count...].starts(with: comment(kept[(Self.start.count + expected)...]))
  }

  private static let start: [UInt8] = [0xFF, 0xD8]

  /// A comment of JPEG (COM), of the same length whatever it says.
  private func comment(_ rest: ArraySlice<UInt8>) -> [UInt8] {
    let text = Array("small \(made) \(URLBase64.encode(SHA256.hash(data: Array(rest))))".utf8)
    let length = text.count + 2
    return [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 255)] + text
  }
}
