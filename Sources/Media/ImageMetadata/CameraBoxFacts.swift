import BoothCore

/// Canon's CR3: boxes, with TIFF structures and JPEG pictures in some of them.
enum CameraBoxFacts {
  static func read(_ window: ByteWindow) -> PhotoFacts {
    var facts = PhotoFacts(format: .cr3)
    let reader = BoxReader(window: window)
    let top = reader.boxes(0..<window.count)
    guard let moov = top.first(where: { $0.type == "moov" }) else {
      facts.trouble = window.hasFailed ? .unreadable : top.contains { $0.isCut } ? .cut : .damaged
      return facts
    }
    let inside = reader.boxes(moov.content)
    if let canon = inside.first(where: { $0.type == "uuid" && window.number($0.content.lowerBound, 4) == 0x85C0_B687 })
    {
      readCanon(reader, canon.content.dropFront(16), into: &facts)
    }
    // The large preview in a box of its own, behind 8 bytes and its own head.
    for box in top where box.type == "uuid" && window.number(box.content.lowerBound, 4) == 0xEAF4_2B5E {
      let content = box.content.dropFront(24)
      if let preview = reader.first("PRVW", in: content) {
        let at = preview.content.lowerBound
        add(window, at: at + 16, length: window.number(at + 12, 4), into: &facts)
      }
    }
    // And the whole picture as JPEG, which is the first track's only sample.
    if let track = inside.first(where: { $0.type == "trak" }),
      let table = reader.find(["mdia", "minf", "stbl"], in: track.content)
    {
      let sizes = reader.first("stsz", in: table.content)?.content.lowerBound
      let length = sizes.flatMap { at in
        window.number(at + 4, 4).flatMap { $0 > 0 ? $0 : window.number(at + 12, 4) }
      }
      let offsets = reader.first("co64", in: table.content)?.content.lowerBound
      if let offset = offsets.flatMap({ window.number($0 + 8, 8) }) {
        add(window, at: offset, length: length, into: &facts)
      }
    }
    Previews.sort(&facts)
    facts.size = facts.previews.last?.size
    if facts.size == nil { facts.trouble = .damaged }
    if top.contains(where: { $0.isCut }) { facts.trouble = .cut }
    if window.hasFailed { facts.trouble = .unreadable }
    return facts
  }

  private static func readCanon(_ reader: BoxReader, _ range: Range<Int>, into facts: inout PhotoFacts) {
    let window = reader.window
    for box in reader.boxes(range) {
      let (at, end) = (box.content.lowerBound, box.content.upperBound)
      guard box.type != "THMB" else {
        add(window, at: at + 16, length: window.number(at + 8, 4), into: &facts)
        continue
      }
      guard ["CMT1", "CMT2", "CMT4"].contains(box.type), let tags = TagReader(window, at: at, end: end),
        let directory = tags.directory(tags.first)
      else { continue }
      switch box.type {
      case "CMT1": ExifFacts.readMain(directory, into: &facts, orientation: true)
      case "CMT2": ExifFacts.readExposure(directory, into: &facts)
      default: ExifFacts.readPlace(directory, into: &facts)
      }
    }
  }

  private static func add(_ window: ByteWindow, at start: Int, length: Int?, into facts: inout PhotoFacts) {
    guard let length else { return }
    Previews.add(window, at: start, length: length, end: window.count, orientation: nil, into: &facts)
  }
}

/// Fujifilm's RAF: a head of its own, with a whole JPEG file behind it.
enum RAFFacts {
  static func read(_ window: ByteWindow) -> PhotoFacts {
    var facts = PhotoFacts(format: .raf)
    guard let start = window.number(84, 4), let length = window.number(88, 4), start > 0, length > 0 else {
      facts.trouble = window.count < 160 ? .cut : .damaged
      return facts
    }
    guard start < window.count, length <= window.count - start else {
      facts.trouble = .cut
      return facts
    }
    guard window.number(start, 3) == 0xFFD8FF else {
      facts.trouble = .damaged
      return facts
    }
    var inside = JPEGPart(window, start..<start + length).facts()
    inside.format = .raf
    // What the picture's own preview is, counted from the file's beginning.
    inside.previews = inside.previews.map {
      PhotoPreview(
        range: $0.range.lowerBound + start..<$0.range.upperBound + start, size: $0.size, orientation: $0.orientation)
    }
    inside.previews.append(
      PhotoPreview(range: start..<start + length, size: inside.size, orientation: inside.orientation))
    return inside
  }

  /// A part of a file as a file.
  private struct JPEGPart: PhotoBytes {
    let window: ByteWindow
    let range: Range<Int>

    init(_ window: ByteWindow, _ range: Range<Int>) {
      self.window = window
      self.range = range
    }

    var count: Int { range.count }

    func read(at: Int, count: Int) -> [UInt8] {
      guard at >= 0, at < range.count else { return [] }
      return Array(window.bytes(range.lowerBound + at, min(count, range.count - at)) ?? [])
    }

    func facts() -> PhotoFacts {
      var facts = PhotoFacts(format: .jpeg)
      JPEGFacts.read(ByteWindow(self), into: &facts)
      Previews.sort(&facts)
      return facts
    }
  }
}
