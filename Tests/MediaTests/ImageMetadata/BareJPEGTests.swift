import BoothCore
import ImageMetadata
import Testing

/// Originals without what they say of themselves.
@Suite struct BareJPEGTests {
  private func whole(_ bytes: [UInt8]) throws -> [UInt8] {
    let bare = try BareJPEG(MemoryBytes(bytes))
    let made = bare.pieces.flatMap { piece -> [UInt8] in
      switch piece {
      case .bytes(let bytes): bytes
      case .range(let range): Array(bytes[range])
      }
    }
    #expect(made.count == bare.count)
    return made
  }

  private func exif(_ orientation: Int, isAdobe: Bool = false) -> [UInt8] {
    var inner: [TagBytes.Tag] = [
      .init(0x9003, .ascii("2024:07:14 18:20:00")), .init(0x927C, .raw(Array("secret maker".utf8))),
    ]
    if isAdobe { inner += [.init(0xA001, .short([0xFFFF])), .init(0xA005, .directory([.init(1, .ascii("R03"))]))] }
    return FileBytes.exif(
      TagBytes.structure([
        .init(0x010F, .ascii("secret make")), .init(0x0112, .short([orientation])), .init(0x8769, .directory(inner)),
      ]))
  }

  private static let profile = FileBytes.segment(
    0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + [UInt8](repeating: 0, count: 36) + Array("acsp colours".utf8))
  private static let adobe = FileBytes.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool { bytes.firstRange(of: Array(text.utf8)) != nil }

  @Test(arguments: 1...8) func `what it says goes; picture, orientation and colours stay`(_ orientation: Int) throws {
    let secrets = [
      exif(orientation), FileBytes.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<secret xmp>".utf8)),
      FileBytes.segment(0xED, Array("Photoshop 3.0\0secret iptc".utf8)),
      FileBytes.segment(0xFE, Array("secret comment".utf8)),
      FileBytes.segment(0xE2, Array("MPF\0secret index".utf8)), FileBytes.segment(0xE5, Array("secret other".utf8)),
      FileBytes.segment(0xE0, Array("JFXX\0secret thumbnail".utf8)), FileBytes.segment(0xBF, Array("secret".utf8)),
    ]
    let jfif = FileBytes.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 72, 0, 72, 1, 1, 9, 9, 9])
    let plain = FileBytes.jpeg([Self.profile, Self.adobe])
    let adobe = FileBytes.segment(0xEE, Array(Self.adobe.dropFirst(4)) + Array("secret".utf8))
    let old = FileBytes.jpeg([jfif] + secrets + [Self.profile, adobe]) + Array("secret second picture".utf8)
    let new = try whole(old)
    #expect(!contains(new, "secret") && !contains(new, "2024"))
    #expect(contains(new, "ICC_PROFILE") && contains(new, "Adobe") && contains(new, "colours"))
    let facts = PhotoFacts.read(MemoryBytes(new))
    #expect(facts.orientation.rawValue == orientation && facts.trouble == nil && facts.taken == nil)
    #expect(facts.cameraMake == nil && facts.profile.count == 1)
    // JFIF's segment is the first, and has lost its thumbnail; behind it and the orientation all is as it was, bit for bit.
    #expect(Array(new[2..<20]) == FileBytes.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 72, 0, 72, 0, 0]))
    #expect(Array(new.suffix(plain.count - 2)) == Array(plain.dropFirst(2)))
    // Once more changes nothing.
    #expect(try whole(new) == new)
  }

  @Test func `colours of Adobe's that no profile tells are told again`() throws {
    let new = try whole(FileBytes.jpeg([exif(6, isAdobe: true)]))
    let facts = PhotoFacts.read(MemoryBytes(new))
    #expect(facts.isAdobeRGB && facts.orientation == .turnRight && facts.taken == nil && !contains(new, "secret"))
    #expect(try !PhotoFacts.read(MemoryBytes(whole(FileBytes.jpeg([exif(6)])))).isAdobeRGB)
  }

  @Test func `what only says that it is a profile goes`() throws {
    let other = FileBytes.segment(
      0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + Array(repeating: UInt8(ascii: "s"), count: 80))
    #expect(try whole(FileBytes.jpeg([other])) == FileBytes.jpeg())
  }

  @Test func `several scans with restarts and stuffed bytes stay whole`() throws {
    let scan = FileBytes.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56, 0xFF, 0xD7]
    let table = FileBytes.segment(0xC4, [0] + [UInt8](repeating: 0, count: 16))
    let frame = FileBytes.segment(0xC2, [8, 0, 9, 0, 9, 1, 1, 0x11, 0])
    let plain = [0xFF, 0xD8] + frame + scan + table + scan + [0xFF, 0xD9]
    let told =
      [0xFF, 0xD8] + frame + scan + FileBytes.segment(0xFE, Array("secret".utf8)) + table + scan + [0xFF, 0xD9]
    #expect(try whole(plain) == plain)
    #expect(try whole(told) == plain)
  }

  @Test func `what is no JPEG, or damaged, or cut anywhere, is refused by name`() throws {
    #expect(throws: BareJPEG.Fault.notJPEG) { try BareJPEG(MemoryBytes(FileBytes.png())) }
    #expect(throws: BareJPEG.Fault.notJPEG) { try BareJPEG(MemoryBytes([])) }
    let file = FileBytes.jpeg([exif(3)])
    for length in 2..<file.count - 1 {
      #expect(throws: BareJPEG.Fault.damaged, "\(length)") { try BareJPEG(MemoryBytes(Array(file.prefix(length)))) }
    }
  }
}
