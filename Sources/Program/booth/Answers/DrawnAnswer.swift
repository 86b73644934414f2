/// What `event preview` and `event layout` have drawn, for programs.
struct DrawnAnswer: Encodable {
  var event: String
  /// Their paths, whole.
  var files: [String]
  /// What is wrong with the event, where it was looked at.
  var problems: [ProblemAnswer] = []
}
