import BoothTesting
import Cameras
import FoundationEssentials
import Glibc

/// The camera processes that this test process has started and that are still there, zombies too.
enum CameraChildren {
  static let program = CameraProgram(
    path: testFolder + "/TestHelper", arguments: ["TestHelper", "camera"])

  /// Beside the test runner, where the build puts it.
  private static let testFolder = {
    let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return runner.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
  }()

  /// - Parameter name: what `/proc` calls the process; the helper gives itself one for each of its parts, so that other
  ///   suites' children do not count.
  static func ids(named name: String = "helper-camera") -> [pid_t] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(pid_t.init).filter { id in
      // `pid (name) state parent …`
      guard let bytes = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return false }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let close = text.lastIndex(of: ")"), text[..<close].hasSuffix("(\(name)") else { return false }
      return text[close...].split(separator: " ").dropFirst(2).first.flatMap { pid_t($0) } == getpid()
    }
  }

  /// Descriptors of this process that lead to a socket or watch a process: nothing else in these tests makes such, and
  /// those that the runner itself was started with do not count.
  static func descriptors() -> [String] { allDescriptors().filter { !inherited.contains($0) } }

  /// Read before the first camera process; see ``begin()``.
  private static let inherited = Set(allDescriptors())

  static func begin() { _ = inherited }

  private static func allDescriptors() -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return all.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
      .filter { $0.hasPrefix("socket:") || $0.contains("pidfd") }
  }

  /// Waits until nothing is left of any camera process. Drivers let go after `close` has returned.
  static func areGone() async {
    while !ids().isEmpty || !descriptors().isEmpty, !Task.isCancelled { await Task.moment() }
  }
}
