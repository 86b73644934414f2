import BoothStore
import BoothTesting
import FoundationEssentials
import Testing

/// The real studio, with files that browsers do not show.
@Suite(.timeLimit(.minutes(15))) struct StudioAttachmentTests {
  private static let hasLibrary = ["x86_64", "aarch64"].contains {
    FileManager.default.fileExists(atPath: "/usr/lib/\($0)-linux-gnu/libvips.so.42")
  }

  /// A TIFF (6.0) of one grey strip.
  private static func tiff(width: Int, height: Int) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let tags = [
      (256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8 + 2 + 9 * 12 + 4), (277, 1), (278, height),
      (279, width * height),
    ]
    var bytes: [UInt8] = Array("II".utf8)
    for (number, count) in [(42, 2), (8, 4), (tags.count, 2)] { bytes += little(number, count) }
    for (tag, value) in tags {
      for (number, count) in [(tag, 2), (4, 2), (1, 4), (value, 4)] { bytes += little(number, count) }
    }
    bytes += little(0, 4)
    for index in 0..<width * height { bytes.append(UInt8(truncatingIfNeeded: index)) }
    return bytes
  }

  @Test(.enabled(if: hasLibrary, "libvips is not on this machine"))
  func `a report's TIFF is shown as a JPEG, small and whole, and one that is cut is not`() async throws {
    let folder = try TemporaryFolder()
    let studio = try RunningProgram([
      "studio", "--listen", "127.0.0.1:0", "--data", folder.path("data"), "--log-level", "error",
    ])
    defer { studio.end() }
    let (base, link) = try await StudioVisitor.meet(studio)
    let anna = StudioVisitor(base)
    try await anna.join(link)
    let tiff = Self.tiff(width: 640, height: 480)
    for (bytes, status) in [(tiff, 200), (Array(tiff.prefix(70)), 404)] {
      let hash = Checksum.of(bytes)
      #expect(try await anna.send(bytes, as: "image/tiff", to: "/reports/attachment/\(hash)").status == 200)
      for side in ["", "?side=320"] {
        let shown = try await anna.get("/reports/picture/\(hash)\(side)")
        #expect(shown.status == status && shown.text.contains("JFIF") == (status == 200), "\(side): \(shown.status)")
      }
    }
  }
}
