/// A HEIF file of any items (ISO/IEC 23008-12), for pictures that no program here writes.
public struct HEIFBytes {
  /// One item: a coded picture, one that is made of others, or what describes them.
  public struct Item {
    public var id: Int
    public var type: String
    public var isHidden: Bool
    public var data: [UInt8]
    /// Whole boxes.
    public var properties: [[UInt8]]

    /// An item without properties and without data, unless they are given.
    public init(_ id: Int, _ type: String, hidden: Bool = false, data: [UInt8] = [], properties: [[UInt8]] = []) {
      self.id = id
      self.type = type
      isHidden = hidden
      self.data = data
      self.properties = properties
    }
  }

  public var items: [Item]
  /// Type, from, to.
  public var references: [(String, Int, [Int])]
  public var primary: Int
  /// In how many pieces the bytes of items of a type lie in the file, with others between them; one where it is not named.
  public var pieces: [String: Int] = [:]
  /// Of which type items lie in `idat` of the same box.
  public var inside: Set<String> = []

  /// - Parameter references: type, from, to; such as `("thmb", 2, [1])`.
  public init(_ items: [Item], references: [(String, Int, [Int])] = [], primary: Int = 1) {
    self.items = items
    self.references = references
    self.primary = primary
  }

  /// The file.
  public var bytes: [UInt8] {
    var properties: [[UInt8]] = []
    var associations: [[UInt8]] = []
    for item in items where !item.properties.isEmpty {
      var links: [UInt8] = []
      for property in item.properties {
        let place = properties.firstIndex(of: property) ?? properties.count
        if place == properties.count { properties.append(property) }
        links.append(UInt8(place + 1))
      }
      associations.append(Self.number(item.id, 2) + [UInt8(links.count)] + links)
    }
    let infos = items.map {
      Self.box("infe", [2, 0, 0, $0.isHidden ? 1 : 0] + Self.number($0.id, 2) + [0, 0] + Array(($0.type + "\0").utf8))
    }
    let links = references.map { type, from, to in
      Self.box(type, Self.number(from, 2) + Self.number(to.count, 2) + to.flatMap { Self.number($0, 2) })
    }
    let within = items.filter { inside.contains($0.type) }.flatMap(\.data)
    func head(_ start: Int) -> [UInt8] {
      var (places, at, place): ([UInt8], Int, Int) = ([], start, 0)
      for item in items {
        places += Self.number(item.id, 2)
        if inside.contains(item.type) {
          places += [0, 1, 0, 0, 0, 1] + Self.number(place, 4) + Self.number(item.data.count, 4)
          place += item.data.count
          continue
        }
        let parts = parts(of: item)
        places += [0, 0, 0, 0] + Self.number(parts.count, 2)
        for part in parts {
          places += Self.number(at, 4) + Self.number(part.count, 4)
          at += part.count + (parts.count > 1 ? Self.between.count : 0)
        }
      }
      let kind = Self.box("hdlr", Self.number(0, 8) + Array("pict".utf8) + Self.number(0, 13))
      let locations = [1, 0, 0, 0, 0x44, 0] + Self.number(items.count, 2) + places
      let meta =
        kind + Self.box("pitm", Self.number(0, 4) + Self.number(primary, 2)) + Self.box("iloc", locations)
        + Self.box("iinf", Self.number(0, 4) + Self.number(items.count, 2) + infos.flatMap(\.self))
        + (links.isEmpty ? [] : Self.box("iref", Self.number(0, 4) + links.flatMap(\.self)))
        + (within.isEmpty ? [] : Self.box("idat", within))
        + Self.box(
          "iprp",
          Self.box("ipco", properties.flatMap(\.self))
            + Self.box("ipma", Self.number(0, 4) + Self.number(associations.count, 4) + associations.flatMap(\.self)))
      return Self.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + Self.box("meta", Self.number(0, 4) + meta)
    }
    let coded = items.filter { !inside.contains($0.type) }.flatMap { item -> [UInt8] in
      let parts = parts(of: item)
      return parts.count == 1 ? item.data : parts.flatMap { $0 + Self.between }
    }
    return head(head(0).count + 8) + Self.box("mdat", coded)
  }

  private static let between = [UInt8](repeating: 0xFF, count: 16)

  private func parts(of item: Item) -> [ArraySlice<UInt8>] {
    let count = min(pieces[item.type] ?? 1, max(1, item.data.count))
    let ends = (0...count).map { item.data.count * $0 / count }
    return zip(ends, ends.dropFirst()).map { item.data[$0..<$1] }
  }

  /// A box of a type.
  public static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(type.utf8) + content
  }

  /// How large a picture is.
  public static func extent(_ width: Int, _ height: Int) -> [UInt8] {
    box("ispe", number(0, 4) + number(width, 4) + number(height, 4))
  }

  /// What an item of type `Exif` holds.
  public static func exif(_ tags: [UInt8]) -> [UInt8] { number(6, 4) + Array("Exif\0\0".utf8) + tags }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }
}
