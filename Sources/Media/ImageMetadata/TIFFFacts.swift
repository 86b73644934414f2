import BoothCore

/// TIFF files and the raw files that are built like them.
struct TIFFFacts {
  private struct Picture {
    var directory: TagDirectory
    var size: PixelSize?
    /// A smaller version of another one.
    var isReduced: Bool
    var isSensor: Bool
  }

  static let directoryLimit = 40

  private let window: ByteWindow
  private let tags: TagReader
  private var pictures: [Picture] = []
  private var visited: Set<Int> = []

  /// Nil where the bytes are no TIFF structure.
  static func read(_ window: ByteWindow) -> PhotoFacts? {
    // Olympus writes "RO" and "RS" for 42.
    guard let tags = TagReader(window, at: 0, end: window.count, magics: [42, 0x4F52, 0x5352]) else { return nil }
    var reader = TIFFFacts(window, tags)
    return reader.read()
  }

  private init(_ window: ByteWindow, _ tags: TagReader) {
    self.window = window
    self.tags = tags
  }

  private mutating func read() -> PhotoFacts {
    var facts = PhotoFacts(format: .tiff)
    guard let main = tags.directory(tags.first) else {
      facts.format = format(nil)
      facts.trouble = window.hasFailed ? .unreadable : tags.first >= window.count ? .cut : .damaged
      return facts
    }
    follow(tags.first)
    facts.format = format(main)
    ExifFacts.readMain(main, into: &facts, orientation: true)
    ExifFacts.readPointed(main, into: &facts)
    if let xmp = main.entry(0x2BC) { XMPFacts.read(window, xmp.at..<xmp.at + xmp.count, into: &facts) }
    if let iptc = main.entry(0x83BB) {
      // Also as whole numbers of four bytes, in the order of bytes.
      IPTCFacts.read(window, iptc.at..<iptc.at + iptc.count * (iptc.type == 4 ? 4 : 1), into: &facts)
    }
    for picture in pictures { addPreviews(picture, isRaw: facts.format.isRaw, into: &facts) }
    Previews.sort(&facts)
    facts.size = size(main, facts)
    if facts.size == nil { facts.trouble = .damaged }
    if main.isCut || isCut(facts) { facts.trouble = .cut }
    if window.hasFailed { facts.trouble = .unreadable }
    return facts
  }

  /// Every directory in the chain and below it once: offsets may lead in circles.
  private mutating func follow(_ first: Int) {
    var offset = first
    while offset > 0, visited.count < Self.directoryLimit, visited.insert(offset).inserted,
      let directory = tags.directory(offset)
    {
      let (width, height) = (directory.number(0x100) ?? 0, directory.number(0x101) ?? 0)
      let isSane = width > 0 && height > 0 && width < 1 << 24 && height < 1 << 24
      pictures.append(
        Picture(
          directory: directory, size: isSane ? PixelSize(width: width, height: height) : nil,
          isReduced: (directory.number(0xFE) ?? 0) & 1 == 1 || directory.number(0xFF) == 2,
          // A colour filter array, or linear raw.
          isSensor: [32_803, 34_892].contains(directory.number(0x106) ?? 0)))
      for below in directory.numbers(0x14A, limit: 8) { follow(below) }
      offset = directory.next
    }
  }

  private func format(_ main: TagDirectory?) -> PhotoFormat {
    if window.starts(8, with: "CR") { return .cr2 }
    if window.starts(0, with: "IIRO") || window.starts(0, with: "IIRS") || window.starts(0, with: "MMOR") {
      return .orf
    }
    guard let main else { return .tiff }
    if main.entry(0xC612) != nil { return .dng }
    let make = main.text(0x010F)?.uppercased() ?? ""
    // What a camera's maker wrote with the sensor's own pixels inside is raw; its scanners and programs write TIFF, too.
    let hasSensor = pictures.contains { $0.isSensor || [34_713, 32_767].contains($0.directory.number(0x103) ?? 0) }
    if hasSensor, make.hasPrefix("NIKON") { return .nef }
    if hasSensor, make.hasPrefix("SONY") { return .arw }
    // Others' ways of packing (Pentax 65535, Samsung 32769 and 32770, Kodak 65000, Phase One's own mark) are sensors' too.
    let ways: Set<Int> = [65_535, 65_000, 32_770]
    let isPacked = pictures.contains { ways.contains($0.directory.number(0x103) ?? 0) }
    return hasSensor || isPacked || window.starts(8, with: "IIII") || window.starts(8, with: "MMMM") ? .otherRaw : .tiff
  }

  private func addPreviews(_ picture: Picture, isRaw: Bool, into facts: inout PhotoFacts) {
    let directory = picture.directory
    ExifFacts.addPreview(directory, into: &facts)
    // One strip that is a JPEG picture: old JPEG (6) in CR2, new JPEG (7) in DNG. Sensors' lossless ones are no pictures.
    guard isRaw, !picture.isSensor, [6, 7].contains(directory.number(0x103) ?? 0), let start = directory.number(0x111),
      let length = directory.number(0x117), directory.entry(0x111)?.count == 1,
      (directory.numbers(0x102, limit: 4).max() ?? 8) <= 8
    else { return }
    Previews.add(
      window, at: start, length: length, end: window.count, orientation: ExifFacts.orientation(directory), into: &facts)
  }

  private func size(_ main: TagDirectory, _ facts: PhotoFacts) -> PixelSize? {
    let largest = pictures.filter { !$0.isReduced }.compactMap(\.size).max { $0.area < $1.area }
    switch facts.format {
    case .dng:
      // What a converter shows of the sensor.
      let crops = pictures.filter { !$0.isReduced }.compactMap { picture -> PixelSize? in
        guard let width = picture.directory.real(0xC620, 0), let height = picture.directory.real(0xC620, 1),
          (1..<16_777_216).contains(width), (1..<16_777_216).contains(height)
        else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
      }
      return crops.first ?? largest ?? facts.previews.last?.size
    case .cr2: return pictures.first?.size ?? facts.previews.last?.size
    case .nef, .arw, .orf, .otherRaw:
      return largest ?? pictures.compactMap(\.size).max { $0.area < $1.area } ?? facts.previews.last?.size
    default: return pictures.first { !$0.isReduced }?.size ?? pictures.first?.size
    }
  }

  /// Whether the main picture's data, as it says itself, goes on behind the end.
  private func isCut(_ facts: PhotoFacts) -> Bool {
    guard facts.format == .tiff, let main = pictures.first(where: { !$0.isReduced }) ?? pictures.first else {
      return false
    }
    for (places, lengths) in [(0x111, 0x117), (0x144, 0x145)] {
      guard let place = main.directory.entry(places), let length = main.directory.entry(lengths), place.count > 0,
        place.count == length.count
      else { continue }
      for index in Set([0, place.count - 1]) {
        guard let start = main.directory.number(place, index), let count = main.directory.number(length, index) else {
          continue
        }
        if start > window.count || count > window.count - start { return true }
      }
    }
    // A directory that is said to stand behind the end has been cut off, too.
    return pictures.last.map { $0.directory.next >= window.count } ?? false
  }
}
