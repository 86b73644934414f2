import BoothTesting
import ControlSocket
import Foundation
import Synchronization

@testable import CommandSupport

/// The real program, run as a user would.
struct Program {
  struct Outcome {
    var code: Int32
    var output: String
    var errors: String
  }

  /// Beside the test runner, where the build puts it.
  static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "booth").path
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let bundledEvents = root.appending(path: "Events").path

  /// Puts a folder of events with one without pictures of its own, named as one of the bundled ones. The doctor draws what each event
  /// makes, which takes a second for the bundled ones: tests of other things that it says name this folder.
  static func putPlainEvents(_ folder: TemporaryFolder) throws -> String {
    try folder.put("plain/wedding/event.json", Array(#"{"id": 101, "name": "A Wedding", "date": "2026-06-20"}"#.utf8))
    return folder.path("plain")
  }

  /// Variables of the surroundings, without any of the program's own.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BOOTH_") }
  }

  /// Runs to the end, without holding a thread of Swift's pool.
  @discardableResult
  static func run(_ arguments: [String], environment more: [String: String] = [:]) async throws -> Outcome {
    try await run(path, arguments, environment: more)
  }

  static func run(
    _ program: String, _ arguments: [String], environment more: [String: String] = [:]
  ) async throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = environment.merging(more) { $1 }
    process.standardInput = FileHandle.nullDevice
    let folder = try TemporaryFolder()
    let (output, errors) = (folder.path + "/output", folder.path + "/errors")
    for file in [output, errors] { try Data().write(to: URL(filePath: file)) }
    let files = try [output, errors].map { try FileHandle(forWritingTo: URL(filePath: $0)) }
    (process.standardOutput, process.standardError) = (files[0], files[1])
    let code: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    // Foundation never lets a process go that has a termination handler, nor its files.
    for file in files { try file.close() }
    return Outcome(
      code: code, output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }

  /// Asks until it is so, and says whether it came to be. A question mostly starts a program, which takes a tenth of a second of a
  /// processor: without a pause before the next one, questions would take what the program asked about needs for its answer. What the
  /// answer is does not depend on the pause.
  static func until(asking most: Int = 3000, _ isSo: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<most {
      if try await isSo() { return true }
      try await ContinuousClock().sleep(for: .milliseconds(100))
    }
    return false
  }

  /// Waits until a booth on this data folder answers.
  static func answers(on data: String) async throws -> Bool {
    let client = ControlClient(path: data + "/control.sock")
    for _ in 0..<30_000 {
      if let answer = try? await client.send(ControlRequest(command: "status"), timeout: .seconds(60)) {
        return answer.ok
      }
      try await ContinuousClock().sleep(for: .milliseconds(10))
    }
    return false
  }

  /// A tool of the system, or nil where it is not installed.
  static func tool(_ name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/bin/"].map { $0 + name }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}

/// A program that runs beside the test, ended by its process id.
final class RunningProgram {
  private let process = Process()
  private let ending = Ending()
  private var lines: AsyncStream<String>.Iterator

  /// - Parameter readingLog: the lines are those of its log instead of its output.
  init(_ arguments: [String], environment more: [String: String] = [:], readingLog: Bool = false) throws {
    process.executableURL = URL(filePath: Program.path)
    process.arguments = arguments
    process.environment = Program.environment.merging(more) { $1 }
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = readingLog ? FileHandle.nullDevice : pipe
    process.standardError = readingLog ? pipe : FileHandle.nullDevice
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    lines = stream.makeAsyncIterator()
    process.terminationHandler = { [ending] in
      ending.report(Ending.End(code: $0.terminationStatus, wasKilled: $0.terminationReason == .uncaughtSignal))
    }
    do { try process.run() } catch {
      ending.report(Ending.End(code: -1, wasKilled: false))
      throw error
    }
    let handle = pipe.fileHandleForReading
    Thread.detachNewThread {
      var line = Data()
      while true {
        let piece = handle.availableData
        if piece.isEmpty { break }
        for byte in piece {
          if byte == 0x0A {
            continuation.yield(String(decoding: line, as: UTF8.self))
            line.removeAll()
          } else {
            line.append(byte)
          }
        }
      }
      continuation.finish()
      // As above: the process is never let go.
      try? handle.close()
    }
  }

  var id: Int32 { process.processIdentifier }

  /// The next line of its output; nil when it has ended.
  func nextLine() async -> String? { await lines.next() }

  /// Ends it, and waits for that on the calling thread.
  func end(_ signal: Int32 = SIGTERM) {
    if process.isRunning { kill(process.processIdentifier, signal) }
    _ = ending.wait()
  }

  /// What it ended with; waits for its end, without holding a thread of Swift's pool.
  var code: Int32 {
    get async { await ending.value.code }
  }

  /// Whether a signal has ended it; waits for its end.
  var wasKilled: Bool { ending.wait().wasKilled }

  deinit { end(SIGKILL) }
}

/// The end of one program, and who waits for it. Process.waitUntilExit() of Foundation on Linux is a busy loop on every thread without
/// a run loop of its own (swift-corelibs-foundation, Process.swift): each wait would take a processor from the program waited for.
private final class Ending: Sendable {
  struct End: Sendable {
    var code: Int32
    var wasKilled: Bool
  }

  private let state = Mutex<(end: End?, waiters: [CheckedContinuation<End, Never>])>((nil, []))
  private let isThere = DispatchSemaphore(value: 0)

  func report(_ end: End) {
    let waiters = state.withLock { state in
      defer { state = (end, []) }
      return state.waiters
    }
    isThere.signal()
    for waiter in waiters { waiter.resume(returning: end) }
  }

  var value: End {
    get async {
      await withCheckedContinuation { continuation in
        let end = state.withLock { state in
          if state.end == nil { state.waiters.append(continuation) }
          return state.end
        }
        if let end { continuation.resume(returning: end) }
      }
    }
  }

  func wait() -> End {
    while true {
      if let end = state.withLock({ $0.end }) { return end }
      isThere.wait()
      // For other waiters.
      isThere.signal()
    }
  }
}
