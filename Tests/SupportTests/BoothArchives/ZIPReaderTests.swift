import FoundationEssentials
import Testing

@testable import BoothArchives

@Suite struct ZIPReaderTests {
  private func archive(_ files: [(String, [UInt8])]) -> [UInt8] {
    var (archive, bytes) = (ZIPArchive(), [UInt8]())
    for (name, content) in files {
      var checksum = CRC32()
      checksum.add(content)
      bytes += archive.begin(
        ZIPArchive.File(
          name: name, sizeBytes: UInt64(content.count), checksum: checksum.value,
          made: CivilMoment(Date(timeIntervalSince1970: 0), secondsFromUTC: 0)))
      bytes += content
    }
    return archive.end().reduce(into: bytes) { $0 += $1 }
  }

  private func read(_ bytes: [UInt8]) throws(ArchiveFault) -> ZIPReader {
    try ZIPReader(sizeBytes: UInt64(bytes.count)) { offset, count throws(ArchiveFault) in
      guard offset <= bytes.count, count <= bytes.count - Int(offset) else { throw ArchiveFault("short") }
      return Array(bytes[Int(offset)..<Int(offset) + count])
    }
  }

  @Test func `an archive of our own is read again, byte for byte`() throws {
    let content = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let reader = try read(archive([("a/b.jpg", content), ("c.csv", [])]))
    #expect(reader.entries.map(\.name) == ["a/b.jpg", "c.csv"])
    #expect(try reader.read(reader.entries[0]) == content)
    #expect(try reader.read(reader.entries[1]) == [])
  }

  @Test(arguments: [70_000, 5_000_000_000] as [UInt64])
  func `what is read while it is sent is read again; what broke off is no file of the archive`(most: UInt64) throws {
    let content = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 17) }
    var checksum = CRC32()
    checksum.add(content)
    var (archive, bytes) = (ZIPArchive(), [UInt8]())
    let made = CivilMoment(Date(timeIntervalSince1970: 0), secondsFromUTC: 0)
    bytes += archive.beginStreamed("whole.jpg", made: made, most: most) + content
    bytes += archive.endStreamed(sizeBytes: UInt64(content.count), checksum: checksum.value, isWhole: true)
    bytes += archive.beginStreamed("cut.jpg", made: made, most: most) + [1, 2, 3]
    bytes += archive.endStreamed(sizeBytes: 3, checksum: 0, isWhole: false)
    var words = CRC32()
    words.add([9])
    bytes += archive.begin(ZIPArchive.File(name: "last", sizeBytes: 1, checksum: words.value, made: made)) + [9]
    let reader = try read(archive.end().reduce(into: bytes) { $0 += $1 })
    #expect(reader.entries.map(\.name) == ["whole.jpg", "last"])
    #expect(try reader.read(reader.entries[0]) == content)
    #expect(try reader.read(reader.entries[1]) == [9])
  }

  /// "hello hello hello hello\n" as deflated by zlib.
  @Test func `a packed file is unpacked, and never to more than was said`() throws {
    let packed: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00]
    #expect(try Inflater.inflate(packed, size: 24) == Array("hello hello hello hello\n".utf8))
    #expect(throws: ArchiveFault.self) { try Inflater.inflate(packed, size: 10) }
    #expect(throws: ArchiveFault.self) { try Inflater.inflate(Array(packed.prefix(5)), size: 24) }
  }

  @Test(arguments: ["../x.jpg", "/etc/passwd", "a/../../x", "a\\b", "C:x", "a//b", "."])
  func `a path that leads out of the archive is refused`(_ name: String) {
    #expect(throws: ArchiveFault.self) { try read(archive([(name, [1])])) }
  }

  @Test func `a link, a name that is there twice, and a size that cannot be are refused`() throws {
    #expect(throws: ArchiveFault.self) { try read(archive([("a", [1]), ("a", [2])])) }
    var link = archive([("a", [1])])
    let entry = try #require(link.indices.first { link[$0...].starts(with: [0x50, 0x4B, 0x01, 0x02]) })
    link.replaceSubrange(entry + 38..<entry + 42, with: [0, 0, 0xFF, 0xA1])
    #expect(throws: ArchiveFault.self) { try read(link) }
    var bomb = archive([("a", [1])])
    bomb.replaceSubrange(entry + 24..<entry + 28, with: [0xFE, 0xFF, 0xFF, 0xFF])
    let fault = #expect(throws: ArchiveFault.self) { try read(bomb) }
    #expect(fault?.words.contains("refused") == true)
  }

  @Test func `bytes that are no archive, cut short or changed are told`() throws {
    let whole = archive([("a", [1, 2, 3])])
    #expect(throws: ArchiveFault.self) { try read([1, 2, 3]) }
    #expect(throws: ArchiveFault.self) { try read(Array(whole.dropLast(5))) }
    var changed = whole
    changed[31] = 9
    let reader = try read(changed)
    #expect(throws: ArchiveFault.self) { try reader.read(reader.entries[0]) }
  }
}
