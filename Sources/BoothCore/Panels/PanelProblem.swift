/// Something in a panel's file that is not as it should be. Any one of them makes the file unusable: a panel that does
/// half of what its file says would be found out by guests.
public struct PanelProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's path, as the loader was asked for it.
  public var file: String
  /// Where in the file: `buttons[1].line`, `line 3, column 7`; empty for the whole file.
  public var key: String
  public var expected: String
  public var found: String

  public init(file: String, key: String, expected: String, found: String) {
    self.file = file
    self.key = key
    self.expected = expected
    self.found = found
  }

  /// `Devices/Panels/mine.json5: buttons[1].line: expected a line of its own, found 17, which is the button start's.`
  public var description: String {
    let place = [file, key].filter { !$0.isEmpty }.joined(separator: ": ")
    return "\(place): expected \(expected), found \(found)."
  }
}
