import Glibc
import Synchronization

/// What a test asks of the fault points, by variables of the process's own environment:
///
/// - `BOOTH_FAULT_POINT=NAME[:N]`: SIGKILL to itself at the N-th arrival (default: the first) at the point of that name.
/// - `BOOTH_FAULT_LIST=FILE`: one line per arrival, `at NAME`, and one per promise (`kept …`), in order, each written with one
///   call before the process goes on: an outside record. FILE may be a pipe or a device.
/// - `BOOTH_SKIP_SYNC=NAME[,NAME…]`: leaves out the flushes whose name, `STEP@ROLE`, begins so. Never in earnest.
///
/// Any thread.
package final class FaultScript: Sendable {
  private let point: String
  private let number: Int
  private let skipped: [String]
  private let list: Int32
  private let arrivals = Mutex(0)

  /// - Parameters:
  ///   - point: where the process dies; empty: nowhere.
  ///   - number: at which arrival there.
  ///   - list: a descriptor; negative: it is not reported.
  ///   - skipped: the beginnings of the flushes that are left out.
  package init(point: String, number: Int, list: Int32, skipped: [String]) {
    self.point = point
    self.number = number
    self.list = list
    self.skipped = skipped
  }

  /// Nil where the environment asks for nothing.
  package static func ofEnvironment() -> FaultScript? {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let (target, list, skip) = (
      variable("BOOTH_FAULT_POINT"), variable("BOOTH_FAULT_LIST"), variable("BOOTH_SKIP_SYNC")
    )
    if target == nil, list == nil, skip == nil { return nil }
    let parts = (target ?? "").split(separator: ":", maxSplits: 1)
    return FaultScript(
      point: parts.first.map(String.init) ?? "", number: parts.count == 2 ? Int(parts[1]) ?? 1 : 1,
      list: list.map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) } ?? -1,
      skipped: (skip ?? "").split(separator: ",").map(String.init))
  }

  /// Notes the arrival, and ends the process if this is the one.
  package func arrive(_ step: DurableStep, _ moment: String, _ role: String) {
    let name = "\(step.rawValue).\(moment)@\(role)"
    report("at \(name)")
    guard name == point else { return }
    let isLast = arrivals.withLock { count in
      count += 1
      return count == number
    }
    if isLast { kill(getpid(), SIGKILL) }
  }

  /// Adds a line to the list.
  package func report(_ line: String) {
    guard list >= 0 else { return }
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(list, $0.baseAddress!, $0.count) }
  }

  /// Whether a flush is to be left out; said in the list, so that the run does not pass for a sound one.
  package func skips(_ step: DurableStep, _ role: String) -> Bool {
    let name = "\(step.rawValue)@\(role)"
    guard skipped.contains(where: { name.hasPrefix($0) }) else { return false }
    report("skipped \(name)")
    return true
  }
}
