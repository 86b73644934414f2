/// Why a mock camera's script cannot be used: which file, which key, what was expected.
public struct MockScriptError: Error, Sendable, Equatable, CustomStringConvertible {
  public var file: String
  /// Where in the file, as in `faults[2].at.frame`; empty for the whole.
  public var key: String
  public var detail: String

  public init(file: String, key: String, detail: String) {
    self.file = file
    self.key = key
    self.detail = detail
  }

  public var description: String { key.isEmpty ? "\(file): \(detail)" : "\(file): \(key): \(detail)" }
}
