import BoothTesting
import FoundationEssentials
import Glibc

/// Reads a QR code as a phone does, with zbar.
enum PhoneReader {
  static let isThere = access("/usr/bin/zbarimg", X_OK) == 0

  /// What the code in a PNG picture says; empty where none can be read.
  static func read(_ png: [UInt8]) throws -> String {
    let folder = try TemporaryFolder()
    try folder.put("code.png", png)
    let path = folder.path("code.png")
    guard let pipe = popen("/usr/bin/zbarimg --quiet --raw -Sdisable -Sqrcode.enable '\(path)' 2>/dev/null", "r") else {
      return ""
    }
    defer { pclose(pipe) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, pipe)
    return String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)
  }
}
