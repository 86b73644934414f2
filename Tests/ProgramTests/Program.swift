import BoothTesting
import Foundation

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
    try process.run()
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
    }
  }

  var id: Int32 { process.processIdentifier }

  /// The next line of its output; nil when it has ended.
  func nextLine() async -> String? { await lines.next() }

  func end(_ signal: Int32 = SIGTERM) {
    if process.isRunning { kill(process.processIdentifier, signal) }
    process.waitUntilExit()
  }

  /// What it ended with; waits for its end.
  var code: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Whether a signal has ended it; waits for its end.
  var wasKilled: Bool {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  deinit { end(SIGKILL) }
}
