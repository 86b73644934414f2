/// Something in what is imported that keeps a row out, or that the importing person should know.
public struct ImportProblem: Sendable, Equatable, CustomStringConvertible {
  /// Whether what it is about comes in all the same.
  public enum Severity: String, Sendable {
    /// The row, or the picture, is left out.
    case error
    /// It comes in, and something of it is not as it was written.
    case warning
  }

  public var severity: Severity
  /// In the folder or archive.
  public var file: String
  /// In a table, from 1; nil for the whole file.
  public var line: Int?
  /// As the table calls it; empty for the whole row.
  public var column: String
  public var expected: String
  public var found: String

  /// `line` and `column` only where it is about a place in a table.
  public init(
    _ severity: Severity = .error, file: String, line: Int? = nil, column: String = "", expected: String, found: String
  ) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.expected = expected
    self.found = found
  }

  /// `locations.csv, line 7, latitude: expected …; found …`.
  public var description: String {
    let place = [file, line.map { "line \($0)" } ?? "", column].filter { !$0.isEmpty }.joined(separator: ", ")
    return "\(place): expected \(expected); found \(found)"
  }
}
