/// A media type as `Content-Type` has it (RFC 9110, 8.3.1): `image/jpeg`, perhaps with parameters.
///
/// Nothing that a browser could read as another type passes: no blank inside, no second type after a comma.
public struct MediaType: Sendable, Equatable {
  /// `image/jpeg`, in lower case, without parameters.
  public let essence: String

  /// Nil where the text is no media type, or more than one.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x09 }), !text.utf8.contains(UInt8(ascii: ","))
    else { return nil }
    let essence = String(text.prefix { $0 != ";" }).trimmingBlanks
    let halves = essence.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isTokenByte) }) else {
      return nil
    }
    self.essence = essence.lowercased()
  }

  /// RFC 9110, 5.6.2.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// What a browser shows by itself and runs nothing of: pictures of pixels, and clips.
  public var isPlainMedium: Bool { Self.plainMedia.contains(essence) }

  private static let plainMedia: Set<String> = [
    "image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp", "image/avif", "image/heic", "image/heif",
    "image/bmp", "image/tiff", "video/mp4", "video/quicktime", "video/webm", "video/x-m4v", "video/mpeg", "video/ogg",
    "video/3gpp",
  ]
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
