/// Steps of the durable path at which a test lets the process die; without a script, one branch each.
///
/// A point is named `STEP.MOMENT@ROLE`: `disk.sync.before@photo`, `ledger.commit.after@open`,
/// `object.write.half@manifest`. The moments are `before`, `half` (of a write's bytes; of a commit of several changes, all made
/// and nothing committed) and `after`; the role is the file's name without its numbers, or the first change of a commit.
package enum FaultPoint {
  /// What the environment asks for, read once; nil in every booth but a test's.
  package static let script = FaultScript.ofEnvironment()

  /// Runs a step between its two points.
  @inline(__always)
  package static func step<Value, Failure: Error>(
    _ step: DurableStep, _ path: @autoclosure () -> String, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let script else { return try body() }
    let role = FaultRole.of(path: path())
    script.arrive(step, "before", role)
    let value = try body()
    script.arrive(step, "after", role)
    return value
  }

  /// Runs a flush, unless the script leaves it out.
  @inline(__always)
  package static func sync<Failure: Error>(
    _ step: DurableStep, _ path: @autoclosure () -> String, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard let script else { return try body() }
    let role = FaultRole.of(path: path())
    if script.skips(step, role) { return }
    script.arrive(step, "before", role)
    try body()
    script.arrive(step, "after", role)
  }

  /// Writes `count` bytes; with a script in two halves, so that it may end between them.
  @inline(__always)
  package static func write<Failure: Error>(
    _ step: DurableStep, _ path: @autoclosure () -> String, count: Int, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    guard let script else { return try body(0..<count) }
    let role = FaultRole.of(path: path())
    script.arrive(step, "before", role)
    try body(0..<count / 2)
    script.arrive(step, "half", role)
    try body(count / 2..<count)
    script.arrive(step, "after", role)
  }
}
