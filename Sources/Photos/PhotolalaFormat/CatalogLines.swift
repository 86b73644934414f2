/// The lines of a catalog's file: ends of either kind, a mark of byte order before the first, empty ones left out. Nothing is
/// copied before it is asked for.
struct CatalogLines: Sequence, IteratorProtocol {
  /// Longer ones are no row.
  static let longest = 4096

  struct Line {
    var bytes: ArraySlice<UInt8>

    /// Nil for what is no UTF-8, holds a NUL, or is too long.
    var text: String? {
      guard bytes.count <= CatalogLines.longest, !bytes.contains(0) else { return nil }
      return String(validating: bytes, as: UTF8.self)
    }
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
  }

  mutating func next() -> Line? {
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0A }
      rest = rest[line.endIndex...].dropFirst()
      let bare = line.last == 0x0D ? line.dropLast() : line
      if !bare.isEmpty { return Line(bytes: bare) }
    }
    return nil
  }
}

extension Substring {
  /// Without blanks around it.
  var trimmed: Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
