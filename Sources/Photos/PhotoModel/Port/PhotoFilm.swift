/// The short film of a live photo, where its source keeps it as a file of its own beside the picture.
public struct PhotoFilm: Sendable, Hashable {
  /// In this index; another one in the next.
  public var number: Int64
  /// Which one it is there.
  public var id: PhotoID
  /// For people.
  public var name: String

  public init(number: Int64, id: PhotoID, name: String) {
    self.number = number
    self.id = id
    self.name = name
  }
}

/// A film that is open for reading.
public struct OpenFilm: Sendable {
  /// What it is called where it is saved.
  public var name: String
  /// Another one when its bytes are: stands in headers, so it has letters, digits and hyphens alone.
  public var mark: String
  /// When it was changed last, in nanoseconds since 1970; nil if unknown.
  public var modified: Int64?
  /// Its bytes.
  public var content: PhotoContent

  public init(name: String, mark: String, modified: Int64?, content: PhotoContent) {
    self.name = name
    self.mark = mark
    self.modified = modified
    self.content = content
  }
}

extension PhotoNames {
  /// Whether a name is that of a film that may belong to a picture: `….mov`, `….mp4`.
  public static func isFilm(_ name: UnsafeRawBufferPointer) -> Bool {
    let count = name.count
    guard count > 4, name[count - 4] == UInt8(ascii: ".") else { return false }
    var ending: UInt32 = 0
    for byte in name[(count - 3)...] { ending = ending << 8 | UInt32((0x41...0x5A).contains(byte) ? byte + 32 : byte) }
    return ending == 0x6D_6F76 || ending == 0x6D_7034
  }

  /// The same of a name that is ours.
  public static func isFilm(_ name: [UInt8]) -> Bool { name.withUnsafeBytes { isFilm($0) } }
}
