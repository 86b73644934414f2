import FoundationEssentials

/// Arguments and variables as the kernel hands them over, before they become strings: bytes that are no UTF-8 would be
/// repaired silently, and a path would lead to another folder than was meant.
package enum RawWords {
  /// Says which argument, or which variable of ours, is no UTF-8; never what is in it, as it may be a secret.
  package static func check(arguments: [[UInt8]], environment: [[UInt8]]) throws {
    for (index, bytes) in arguments.enumerated() where !isUTF8(bytes) {
      throw SettingError("argument \(index): expected text in UTF-8, found other bytes")
    }
    for bytes in environment where bytes.starts(with: "BOOTH_".utf8) && !isUTF8(bytes) {
      let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      throw SettingError("\(name): expected text in UTF-8, found other bytes")
    }
  }

  /// Those of this process (proc(5)); nothing is said where there is no `/proc`.
  package static func checkOwn() throws {
    try check(arguments: words(in: "/proc/self/cmdline"), environment: words(in: "/proc/self/environ"))
  }

  private static func words(in file: String) -> [[UInt8]] {
    (FileManager.default.contents(atPath: file) ?? Data()).split(separator: 0).map { Array($0) }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
}
