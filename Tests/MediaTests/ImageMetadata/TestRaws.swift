/// Raw files as cameras make them, without the raw data.
enum TestRaws {
  static let small = FileBytes.jpeg(width: 160, height: 120)
  static let large = FileBytes.jpeg(width: 6000, height: 4000, scan: 2000)

  /// A mark stands behind the head, and the first directory after it.
  static func cr2() -> [UInt8] {
    var tags = TagBytes(isLittle: true)
    tags.pad(Array("CR\u{2}\0\0\0\0\0".utf8))
    tags.patch(4, 16)
    _ = tags.append([
      .init(0x100, .short([6000])), .init(0x101, .short([4000])), .init(0x103, .short([6])),
      .init(0x10F, .ascii("Canon")),
      .init(0x111, .pointed(large)), .init(0x112, .short([8])), .init(0x117, .long([large.count])),
    ])
    let link = tags.nextPlace
    tags.patch(link, tags.append([.init(0x201, .pointed(small)), .init(0x202, .long([small.count]))]))
    return tags.bytes
  }

  static func sensor(_ make: String, compression: Int = 1, more: [TagBytes.Tag] = []) -> [UInt8] {
    TagBytes.structure(
      isLittle: make != "NIKON CORPORATION",
      [
        .init(0xFE, .long([1])), .init(0x100, .long([160])), .init(0x101, .long([120])), .init(0x10F, .ascii(make)),
        .init(0x112, .short([6])),
        .init(
          0x14A,
          .directory([
            .init(0xFE, .long([0])), .init(0x100, .long([6016])), .init(0x101, .long([4016])),
            .init(0x103, .short([compression])), .init(0x106, .short([32_803])),
          ])),
        .init(0x201, .pointed(large)), .init(0x202, .long([large.count])),
      ] + more)
  }

  static func orf() -> [UInt8] { olympus(place: .pointed(large), length: .long([large.count])) }

  /// With a preview where the maker's notes say.
  static func olympus(place: TagBytes.Value, length: TagBytes.Value) -> [UInt8] {
    let base = TagBytes.structure(
      isLittle: true, magic: 0x4F52,
      [
        .init(0x100, .long([4640])), .init(0x101, .long([3472])), .init(0x10F, .ascii("OLYMPUS CORPORATION")),
        .init(0x112, .short([1])), .init(0x8769, .directory([.init(0x927C, .raw(olympusNotes(place, length)))])),
      ])
    return base
  }

  private static func olympusNotes(_ place: TagBytes.Value, _ length: TagBytes.Value) -> [UInt8] {
    var notes = TagBytes(isLittle: true)
    notes.clear(Array("OLYMPUS\0II\u{3}\0".utf8))
    _ = notes.append([
      .init(0x2020, .directory([.init(0x0101, place), .init(0x0102, length)]))
    ])
    return notes.bytes
  }

  static func raf() -> [UInt8] {
    let picture = FileBytes.jpeg(
      width: 6000, height: 4000,
      [
        FileBytes.exif(
          TagBytes.structure(
            [.init(0x112, .short([8])), .init(0x10F, .ascii("FUJIFILM"))],
            [.init(0x201, .pointed(small)), .init(0x202, .long([small.count]))]))
      ])
    var head = Array("FUJIFILMCCD-RAW 0201".utf8)
    head += [UInt8](repeating: 0, count: 84 - head.count)
    head += FileBytes.big(160, 4) + FileBytes.big(picture.count, 4)
    head += [UInt8](repeating: 0, count: 160 - head.count)
    return head + picture + [UInt8](repeating: 3, count: 500)
  }

  static func cr3() -> [UInt8] {
    let main = TagBytes.structure(isLittle: true, [.init(0x10F, .ascii("Canon")), .init(0x112, .short([6]))])
    let exposure = TagBytes.structure(
      isLittle: true, [.init(0x9003, .ascii("2024:05:06 07:08:09")), .init(0x8827, .short([800]))])
    let place = TagBytes.structure(
      isLittle: true,
      [.init(1, .ascii("N")), .init(2, .rational([(48, 1)])), .init(3, .ascii("E")), .init(4, .rational([(11, 1)]))])
    func build(_ offset: Int) -> [UInt8] {
      let canon =
        [0x85, 0xC0, 0xB6, 0x87] + [UInt8](repeating: 1, count: 12) + FileBytes.box("CMT1", main)
        + FileBytes.box("CMT2", exposure)
        + FileBytes.box("CMT4", place)
        + FileBytes.box(
          "THMB",
          FileBytes.big(0, 4) + FileBytes.big(160, 2) + FileBytes.big(120, 2) + FileBytes.big(small.count, 4)
            + FileBytes.big(0, 4) + small)
      let table = FileBytes.box(
        "stbl",
        FileBytes.box("stsz", FileBytes.big(0, 4) + FileBytes.big(large.count, 4) + FileBytes.big(1, 4))
          + FileBytes.box("co64", FileBytes.big(0, 4) + FileBytes.big(1, 4) + FileBytes.big(offset, 8)))
      let moov = FileBytes.box(
        "moov",
        FileBytes.box("uuid", canon) + FileBytes.box("trak", FileBytes.box("mdia", FileBytes.box("minf", table))))
      let preview = FileBytes.jpeg(width: 1620, height: 1080)
      let middle = FileBytes.box(
        "uuid",
        [0xEA, 0xF4, 0x2B, 0x5E] + [UInt8](repeating: 1, count: 20)
          + FileBytes.box(
            "PRVW",
            FileBytes.big(0, 6) + FileBytes.big(1, 2) + FileBytes.big(1620, 2) + FileBytes.big(1080, 2)
              + FileBytes.big(preview.count, 4) + preview))
      return FileBytes.box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8)) + moov + middle
    }
    return build(build(0).count + 8) + FileBytes.box("mdat", large)
  }
}
