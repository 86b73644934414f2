/// Why a mock camera's script cannot be used: which file, which key, what was expected.
public struct MockScriptError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The script's path, as it was given.
  public var file: String
  /// Where in the file, as in `faults[2].at.frame`; empty for the whole.
  public var key: String
  /// What is wrong there, in words.
  public var detail: String

  /// Takes the three as they are; `key` is empty for the whole file.
  public init(file: String, key: String, detail: String) {
    self.file = file
    self.key = key
    self.detail = detail
  }

  /// File, key and detail in one line, as the console prints it.
  public var description: String { key.isEmpty ? "\(file): \(detail)" : "\(file): \(key): \(detail)" }
}
