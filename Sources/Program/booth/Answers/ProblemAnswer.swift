import BoothCore

/// Something in a file that people write, for programs: what `event check` and `devices check` print.
struct ProblemAnswer: Encodable {
  /// `error`: it cannot be used. `warning`: something else is used. `advice`: nothing is wrong.
  var severity: String
  var file: String
  /// Where in the file; empty for the whole.
  var key: String
  var expected: String
  var found: String
  /// The whole, as it is printed for people.
  var words: String

  init(_ problem: EventProblem) {
    severity = problem.severity.rawValue
    file = problem.file
    key = problem.key
    expected = problem.expected
    found = problem.found
    words = problem.description
  }

  init(_ problem: DeviceError) {
    severity = EventProblem.Severity.error.rawValue
    file = problem.file
    key = problem.key
    expected = problem.expected
    found = problem.found
    words = problem.description
  }
}

/// Why a command was not carried out, for programs: the one answer of whatever fails.
struct ErrorAnswer: Encodable {
  struct Failure: Encodable {
    /// The program's exit code.
    var code: Int
    var words: String
  }

  var error: Failure

  init(_ words: String, code: Int32) { error = Failure(code: Int(code), words: words) }
}
