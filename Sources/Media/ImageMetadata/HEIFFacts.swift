import BoothCore

/// Pictures as items of ISO/IEC 23008-12: HEIF, and AVIF, which is the same with other contents.
///
/// How a picture stands is said by its own properties (irot, imir); what EXIF says about it has been done already, and is not
/// done again.
struct HEIFFacts {
  private let window: ByteWindow
  private let boxes: BoxReader
  private var items: [Int: FourCode] = [:]
  private var places: [Int: [Range<Int>]] = [:]
  private var described: [(from: Int, to: [Int])] = []
  /// What an item is made of.
  private var parts: [Int: [Int]] = [:]
  /// Which items are small pictures of which others.
  private var thumbnails: [(from: Int, to: [Int])] = []
  /// Where the types of references stand by which one item is auxiliary to several.
  private var sharedAuxiliaries: [Int] = []
  private var properties: [BoxReader.Box] = []
  private var associations: [Int: [Int]] = [:]
  private var primary: Int?
  /// Items whose bytes are encrypted (ISO/IEC 14496-12, 8.11.6).
  private var protected: Set<Int> = []
  private var isCut = false

  static func read(_ window: ByteWindow, into facts: inout PhotoFacts) {
    var reader = HEIFFacts(window)
    reader.read(into: &facts)
  }

  /// What the primary item is coded as, or what those are that it is made of.
  static func pieces(_ window: ByteWindow) -> [CodedPiece] {
    var reader = HEIFFacts(window)
    var facts = PhotoFacts(format: .heif)
    reader.read(into: &facts)
    guard let primary = reader.primary else { return [] }
    let ids = reader.items[primary] == "hvc1" ? [primary] : reader.parts[primary] ?? []
    return ids.compactMap { id in
      let linked = (reader.associations[id] ?? []).filter { $0 > 0 && $0 <= reader.properties.count }
      guard reader.items[id] == "hvc1", let data = reader.places[id],
        let configuration = linked.map({ reader.properties[$0 - 1] }).first(where: { $0.type == "hvcC" })
      else { return nil }
      return CodedPiece(configuration: configuration.content, data: data)
    }
  }

  /// What a library has to be spared of the picture that the file shows.
  static func care(_ window: ByteWindow) -> HEIFCare {
    var reader = HEIFFacts(window)
    var facts = PhotoFacts(format: .heif)
    reader.read(into: &facts)
    guard let primary = reader.primary else { return HEIFCare() }
    let ids = reader.thumbnails.filter { $0.to.contains(primary) }.map(\.from)
    let isAlike = ids.allSatisfy { id in
      var small = PhotoFacts(format: .heif)
      reader.readProperties(of: id, into: &small)
      guard let whole = facts.size.map({ facts.orientation.apply(to: $0) }),
        let size = small.size.map({ small.orientation.apply(to: $0) })
      else { return false }
      return HEIFCare.isAlike(size, whole)
    }
    return HEIFCare(sharedAuxiliaries: reader.sharedAuxiliaries, hasOtherThumbnail: !isAlike)
  }

  private init(_ window: ByteWindow) {
    self.window = window
    boxes = BoxReader(window: window)
  }

  private mutating func read(into facts: inout PhotoFacts) {
    let top = boxes.boxes(0..<window.count)
    isCut =
      top.contains { $0.isCut }
      || top.last.map { $0.content.upperBound < window.count && top.count < BoxReader.limit } ?? true
    if top.contains(where: { $0.type == "moov" }) { facts.frames = 2 }
    guard let meta = top.first(where: { $0.type == "meta" }), meta.content.count > 4 else {
      facts.trouble = window.hasFailed ? .unreadable : isCut ? .cut : .damaged
      return
    }
    readMeta(meta.content.lowerBound + 4..<meta.content.upperBound)
    guard let primary else {
      facts.trouble = isCut ? .cut : .damaged
      return
    }
    readProperties(of: primary, into: &facts)
    readExif(of: primary, into: &facts)
    readXMP(of: primary, into: &facts)
    let isOutside = (places[primary] ?? []).contains { $0.upperBound > window.count }
    if facts.size == nil { facts.trouble = isCut ? .cut : .damaged }
    if isCut || isOutside { facts.trouble = window.hasFailed ? .unreadable : .cut }
    if facts.trouble == nil, ([primary] + (parts[primary] ?? [])).contains(where: protected.contains) {
      facts.trouble = .encrypted
    }
  }

  private mutating func readMeta(_ range: Range<Int>) {
    let children = boxes.boxes(range)
    let data = children.first { $0.type == "idat" }?.content
    for box in children {
      let (at, end) = (box.content.lowerBound, box.content.upperBound)
      let version = window.byte(at) ?? 0
      switch box.type {
      case "pitm": primary = window.number(at + 4, version == 0 ? 2 : 4)
      case "iinf": readItems(at + 4, end, isLong: version > 0)
      case "iloc": readPlaces(at, end, version: version, data: data)
      case "iref": readReferences(at + 4..<max(at + 4, end), isLong: version > 0)
      case "iprp":
        let inside = boxes.boxes(box.content)
        properties =
          inside.first { $0.type == "ipco" }.map { boxes.boxes($0.content, limit: BoxReader.listLimit) } ?? []
        for association in inside where association.type == "ipma" { readAssociations(association.content) }
      default: break
      }
    }
  }

  private mutating func readItems(_ at: Int, _ end: Int, isLong: Bool) {
    let start = at + (isLong ? 4 : 2)
    guard start <= end else { return }
    for entry in boxes.boxes(start..<end, limit: BoxReader.listLimit) where entry.type == "infe" {
      let at = entry.content.lowerBound
      guard let version = window.byte(at), version >= 2, let id = window.number(at + 4, version == 2 ? 2 : 4),
        let type = window.code(at + (version == 2 ? 8 : 10))
      else { continue }
      items[id] = type
      if let index = window.number(at + (version == 2 ? 6 : 8), 2), index > 0 { protected.insert(id) }
    }
  }

  /// Pieces of all items together; a picture of 200 megapixels in tiles has a thousand.
  private static let pieceLimit = 65_536

  /// Only of files of a sensible number of pieces.
  private mutating func readPlaces(_ at: Int, _ end: Int, version: Int, data: Range<Int>?) {
    guard let sizes = window.number(at + 4, 2), version <= 2 else { return }
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12 & 15, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    let idSize = version == 2 ? 4 : 2
    var at = at + 6
    guard let count = window.number(at, idSize),
      [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) })
    else { return }
    at += idSize
    func take(_ size: Int) -> Int? {
      guard size > 0 else { return 0 }
      defer { at += size }
      return at + size <= end ? window.number(at, size) : nil
    }
    var left = Self.pieceLimit
    for _ in 0..<min(count, BoxReader.listLimit) {
      guard let id = take(idSize), let method = version == 0 ? 0 : take(2), take(2) != nil, let base = take(baseSize),
        let extents = take(2)
      else { return }
      var ranges: [Range<Int>] = []
      for _ in 0..<extents {
        left -= 1
        // An item of pieces that have no bytes in the file's own words would cost time and memory, and none of its bytes.
        guard left > 0, indexSize + offsetSize + lengthSize > 0 || extents == 1 else { return }
        guard take(indexSize) != nil, let offset = take(offsetSize), let length = take(lengthSize) else { return }
        let origin = method & 15 == 1 ? data?.lowerBound : method & 15 == 0 ? 0 : nil
        guard let origin, base < 1 << 48, offset < 1 << 48, length < 1 << 48 else { continue }
        ranges.append(origin + base + offset..<origin + base + offset + length)
      }
      places[id] = ranges
    }
  }

  private mutating func readReferences(_ range: Range<Int>, isLong: Bool) {
    let size = isLong ? 4 : 2
    for box in boxes.boxes(range, limit: BoxReader.listLimit) {
      guard ["cdsc", "dimg", "thmb", "auxl"].contains(box.type) else { continue }
      let at = box.content.lowerBound
      guard let from = window.number(at, size), let count = window.number(at + size, 2) else { continue }
      if box.type == "auxl" {
        if count > 1 { sharedAuxiliaries.append(box.start + 4) }
        continue
      }
      let most = box.type == "dimg" ? 65_536 : 64
      let to = (0..<min(count, most)).compactMap { window.number(at + size + 2 + $0 * size, size) }
      switch box.type {
      case "cdsc": described.append((from, to))
      case "thmb": thumbnails.append((from, to))
      default: parts[from] = to
      }
    }
  }

  private mutating func readAssociations(_ content: Range<Int>) {
    let start = content.lowerBound
    guard let head = window.number(start, 4), let count = window.number(start + 4, 4) else { return }
    let (isLong, isWide) = (head >> 24 > 0, head & 1 == 1)
    var at = start + 8
    for _ in 0..<min(count, BoxReader.listLimit) {
      guard let id = window.number(at, isLong ? 4 : 2), let links = window.byte(at + (isLong ? 4 : 2)) else { return }
      at += isLong ? 5 : 3
      var list: [Int] = []
      for _ in 0..<links {
        guard at + (isWide ? 2 : 1) <= content.upperBound, let link = window.number(at, isWide ? 2 : 1) else { return }
        list.append(link & (isWide ? 0x7FFF : 0x7F))
        at += isWide ? 2 : 1
      }
      associations[id, default: []] += list
    }
  }

  /// Size, part and turns, in the order in which they are done.
  private func readProperties(of item: Int, into facts: inout PhotoFacts) {
    var orientation = Orientation.upright
    for index in associations[item] ?? [] where index > 0 && index <= properties.count {
      let property = properties[index - 1]
      let at = property.content.lowerBound
      switch property.type {
      case "ispe":
        guard let width = window.number(at + 4, 4), let height = window.number(at + 8, 4), width > 0, height > 0,
          width < 1 << 24, height < 1 << 24
        else { continue }
        facts.size = PixelSize(width: width, height: height)
      case "clap":
        guard let width = fraction(at), let height = fraction(at + 8), let size = facts.size, width <= size.width,
          height <= size.height
        else { continue }
        facts.size = PixelSize(width: width, height: height)
      case "irot":
        // Quarters counter-clockwise.
        switch (window.byte(at) ?? 0) & 3 {
        case 1: orientation = orientation.then(.turnLeft)
        case 2: orientation = orientation.then(.upsideDown)
        case 3: orientation = orientation.then(.turnRight)
        default: break
        }
      case "imir":
        // 0: top and bottom change places, 1: left and right.
        orientation = orientation.then((window.byte(at) ?? 0) & 1 == 0 ? .mirroredUpsideDown : .mirrored)
      default: break
      }
    }
    facts.orientation = orientation
  }

  private func fraction(_ at: Int) -> Int? {
    guard let above = window.number(at, 4), let below = window.number(at + 4, 4), below > 0, above >= below else {
      return nil
    }
    return above / below
  }

  /// An item of type `mime` that describes the picture and is XMP, as it begins.
  private func readXMP(of item: Int, into facts: inout PhotoFacts) {
    let ids = described.filter { $0.to.contains(item) }.map(\.from).filter { items[$0] == "mime" }.sorted()
    for id in ids.prefix(4) {
      guard let (window, range) = whole(id), let first = window.byte(range.lowerBound),
        first == UInt8(ascii: "<") || first == 0xEF
      else { continue }
      XMPFacts.read(window, range, into: &facts)
    }
  }

  /// What describes a picture is smaller than this, in bytes.
  private static let wholeLimit = 1 << 20

  /// The bytes of an item that describes others: where they lie, or put together where they lie in several pieces.
  /// - Returns: nil where they are not all there.
  private func whole(_ id: Int) -> (ByteWindow, Range<Int>)? {
    guard let ranges = places[id], let first = ranges.first else { return nil }
    guard ranges.allSatisfy({ $0.upperBound <= window.count }) else { return nil }
    guard ranges.count > 1 else { return (window, first) }
    guard ranges.reduce(0, { $0 + $1.count }) <= Self.wholeLimit else { return nil }
    var bytes: [UInt8] = []
    for range in ranges {
      guard let piece = window.bytes(range.lowerBound, range.count) else { return nil }
      bytes += piece
    }
    return (ByteWindow(MemoryBytes(bytes)), 0..<bytes.count)
  }

  private func readExif(of item: Int, into facts: inout PhotoFacts) {
    let ids = described.filter { $0.to.contains(item) }.map(\.from).filter { items[$0] == "Exif" }
    guard let id = ids.first ?? items.filter({ $0.value == "Exif" }).keys.min(), let (window, range) = whole(id),
      range.count > 12, let offset = window.number(range.lowerBound, 4), offset < range.count - 12
    else { return }
    let start = range.lowerBound + 4 + offset
    guard let tags = TagReader(window, at: start, end: range.upperBound) else { return }
    ExifFacts.read(tags, into: &facts, orientation: false)
    // Of HEIF's turns none apply to a preview in its EXIF, which has its own.
    facts.previews.removeAll()
  }
}
