import BoothCore
import BoothTesting
import Testing

@testable import ImageMetadata

/// What is said where there is no picture.
@Suite struct NoPictureTests {
  private func reason(_ bytes: [UInt8]) -> NoPicture? {
    NoPicture(PhotoFacts.read(MemoryBytes(bytes)), of: MemoryBytes(bytes))
  }

  @Test func `a reason is kept as one line and read again`() throws {
    var reasons = NoPicture.Reason.allCases.map { NoPicture($0) }
    reasons += NoPicture.Need.allCases.map { NoPicture(.unsupported, need: $0, kind: "HEIF", libraries: "1x2y") }
    reasons += NoPicture.Disguise.allCases.map { NoPicture(.notAPicture, disguise: $0) }
    reasons += [NoPicture(.cut, byte: 81_920, kind: "RAW-NEF", libraries: "z")]
    for reason in reasons {
      #expect(NoPicture(text: reason.text) == reason)
      #expect(!reason.text.contains("\n") && reason.text.hasPrefix(reason.reason.rawValue))
      #expect(!reason.words.isEmpty && !reason.remedy.isEmpty && reason.words.last != ".")
    }
    #expect(NoPicture(text: "") == nil && NoPicture(text: "later words=1") == nil)
    // What an index of before has, and words of a later program.
    #expect(NoPicture(text: "noPreview") == NoPicture(.noPreview))
    #expect(NoPicture(text: "cut needs=magic byte=-4 more") == NoPicture(.cut))
  }

  @Test func `each reason names a remedy of its own kind`() {
    #expect(NoPicture(.unsupported, need: .libvips, kind: "PNG").remedy.contains("libvips42"))
    #expect(NoPicture(.unsupported, need: .hevc).remedy.contains("libde265"))
    #expect(NoPicture(.unsupported, need: .newerHEIF).remedy.contains("heif-convert"))
    #expect(NoPicture(.unsupported, need: .jpeg2000).remedy.contains("opj_decompress"))
    #expect(NoPicture(.cut, byte: 4096).words.contains("4096") && NoPicture(.cut).remedy.contains("card"))
  }

  @Test func `a file that is no picture is called what it seems to be`() {
    for (bytes, seems) in [
      (Array("<!DOCTYPE html><html><body>Not found</body></html>".utf8), NoPicture.Disguise.html),
      (Array("%PDF-1.7 and so on, and on".utf8), .pdf), (Array("PK\u{3}\u{4} and so on and on".utf8), .zip),
      ([0, 0, 0, 24] + Array("ftypqt  and more of it".utf8), .film), ([UInt8](repeating: 0, count: 5000), .zeros),
      (Array("Shopping list: milk, bread, film".utf8), .text), (Array("<svg xmlns='x'></svg> and more".utf8), .drawing),
      (Array("gimp xcf v011 and what follows".utf8), .otherPicture),
    ] {
      #expect(reason(bytes) == NoPicture(.notAPicture, disguise: seems), "\(seems)")
    }
    #expect(reason(Array("Salted__12345678 and so on".utf8))?.reason == .encrypted)
    #expect(reason([]) == NoPicture(.empty))
    #expect(reason((0..<64).map { UInt8(truncatingIfNeeded: $0 * 41 + 130) }) == NoPicture(.notAPicture))
  }

  @Test func `a file that ends too early says at which byte`() throws {
    let whole = FileBytes.png()
    let cut = Array(whole.prefix(whole.count - 20))
    #expect(reason(cut) == NoPicture(.cut, byte: cut.count, kind: "PNG"))
  }

  @Test func `where damage begins is found by zeros at the end, and by a PNG's sums`() {
    let filled = (0..<9000).map { UInt8($0 % 251 + 1) }
    #expect(DamagePlace.find(MemoryBytes(filled + [UInt8](repeating: 0, count: 70_000)), .jpeg) == 9000)
    #expect(DamagePlace.find(MemoryBytes(filled + [UInt8](repeating: 0, count: 100)), .jpeg) == nil)
    #expect(DamagePlace.find(MemoryBytes([UInt8](repeating: 0, count: 9000)), .jpeg) == 0)
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + content
      return FileBytes.big(content.count, 4) + body + FileBytes.big(Int(DamagePlace.sum(body[...])), 4)
    }
    var png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", [UInt8](repeating: 1, count: 13))
    let second = png.count
    png += chunk("IDAT", filled) + chunk("IEND", [])
    #expect(DamagePlace.find(MemoryBytes(png), .png) == nil)
    png[second + 500] ^= 0x10
    #expect(DamagePlace.find(MemoryBytes(png), .png) == second)
  }

  @Test func `an encrypted item of a HEIC is said to be encrypted`() throws {
    let item = HEIFBytes.Item(1, "hvc1", data: [7, 7, 7], properties: [HEIFBytes.extent(40, 30)])
    var bytes = HEIFBytes([item]).bytes
    #expect(reason(bytes) == nil)
    let infe = try #require(bytes.firstRange(of: Array("infe".utf8)))
    // Version and flags, the item's number, then which protection it has.
    bytes[infe.upperBound + 7] = 1
    #expect(reason(bytes)?.reason == .encrypted)
  }
}
