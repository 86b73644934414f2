import BoothCore
import FoundationEssentials
import Glibc
import Imaging
import Testing

@Suite struct QRCodeTests {
  static let reader = ["/usr/bin/zbarimg", "/usr/local/bin/zbarimg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test func `a code has finder patterns and a quiet zone`() throws {
    let code = try QRCode("https://example.org/s/1")
    #expect(code.side >= 21 && code.side % 4 == 1)
    let rows = code.modules()
    #expect(rows.count == code.side + 8 && rows.allSatisfy { $0.count == rows.count })
    #expect(rows[..<4].allSatisfy { !$0.contains(true) } && rows[rows.count - 1].allSatisfy { !$0 })
    #expect(Array(rows[4][4..<12]) == [true, true, true, true, true, true, true, false])
    #expect(Array(rows[5][4..<12]) == [true, false, false, false, false, false, true, false])
    #expect(!code.isDark(-1, 0) && !code.isDark(0, code.side) && !code.isDark(Int.max, Int.min))
  }

  @Test func `more correction takes more modules, and too much text is refused`() throws {
    let sides = try QRCode.Correction.allCases.map {
      try QRCode(String(repeating: "x", count: 200), correction: $0).side
    }
    #expect(sides == sides.sorted() && Set(sides).count == 4)
    #expect(try QRCode(String(repeating: "é", count: 1400), correction: .low).side > 160)
    let error = #expect(throws: ImageError.self) { try QRCode(String(repeating: "x", count: 3000), correction: .low) }
    #expect(error?.code == .tooLarge)
    #expect(throws: ImageError.self) { try QRCode("") }
  }

  @Test(
    .enabled(if: reader != nil, "zbarimg (Debian: zbar-tools) is not installed"), arguments: QRCode.Correction.allCases)
  func `another program reads what we drew`(_ correction: QRCode.Correction) throws {
    // Of links as we make them: zbar guesses at the encoding of anything beyond ASCII.
    let text = "https://gallery.example.org/s/3F2504E0-4F89-41D3-9A0C-0305E82C3301?k=a%20b&c"
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "booth-qr-\(UUID().uuidString).png").path
    defer { unlink(path) }
    try Data(QRCode(text, correction: correction).png(moduleSize: 4)).write(to: URL(filePath: path))
    let reader = try #require(Self.reader)
    let pipe = try #require(popen("'\(reader)' --raw -q '\(path)' 2>/dev/null", "r"))
    var output: [UInt8] = []
    while case let byte = fgetc(pipe), byte >= 0 { output.append(UInt8(byte)) }
    #expect(pclose(pipe) == 0)
    #expect(String(decoding: output, as: UTF8.self) == text + "\n")
  }
}
