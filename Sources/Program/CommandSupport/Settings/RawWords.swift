import FoundationEssentials

/// Arguments and variables as the kernel hands them over, before they become strings: bytes that are no UTF-8 would be
/// repaired silently, and a path would lead to another folder than was meant.
package enum RawWords {
  /// Says which argument is no UTF-8; never what is in it, as it may be a secret.
  package static func check(arguments: [[UInt8]]) throws(SettingError) {
    for (index, bytes) in arguments.enumerated() where !isUTF8(bytes) {
      throw SettingError("argument \(index): expected text in UTF-8, found other bytes")
    }
  }

  /// The names of our variables that are no UTF-8.
  package static func oddVariables(in environment: [[UInt8]]) -> [String] {
    environment.filter { $0.starts(with: "BOOTH_".utf8) && !isUTF8($0) }
      .map { bytes in String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self) }
  }

  /// What is said of such a variable; never what is in it.
  package static func refusal(ofVariable name: String) -> SettingError {
    SettingError("\(name): expected text in UTF-8, found other bytes")
  }

  /// Those of this process (proc(5)); nothing is said where there is no `/proc`.
  package static func checkOwnArguments() throws(SettingError) { try check(arguments: words(in: "/proc/self/cmdline")) }

  /// Those of this process.
  static func oddVariables() -> [String] { oddVariables(in: words(in: "/proc/self/environ")) }

  private static func words(in file: String) -> [[UInt8]] {
    (FileManager.default.contents(atPath: file) ?? Data()).split(separator: 0).map { Array($0) }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
}
