import BoothTesting
import Foundation
import Synchronization

@testable import CommandSupport

/// A fault point, and at which of its arrivals.
typealias FaultArrival = (name: String, number: Int)

/// One run of the real program in the lab, with the list of its fault points kept outside of it.
struct LabRun: Sendable {
  /// What the program promised and where it passed, in order, up to its end.
  var list: [String] = []
  var wasKilled = false
  var code: Int32 = 0
  var errors = ""

  /// Two strips, each a clip and a photo, so that every kind of file is made.
  static let event =
    #"{"id": 9, "name": "Kills", "date": "", "languages": ["en"], "plan": {"strips": 2, "clip": true}}"#
  /// Small pictures: these tests are about files, not pixels.
  static let script = #"{size: "320x240", stillSize: "640x480"}"#

  /// Puts the event and the camera's script beside the data.
  static func prepare(_ folder: TemporaryFolder) throws {
    try folder.put("events/kills/event.json", Array(event.utf8))
    try folder.put("mock.json5", Array(script.utf8))
  }

  /// Plays `sessions` and finishes what is left, or dies on the way.
  /// - Parameters:
  ///   - guests: what they do, as `--guests` has it.
  ///   - printer: its address.
  ///   - point: dies at the n-th arrival at this fault point.
  ///   - lines: is killed by signal once so many lines of its list have come.
  static func play(
    _ folder: TemporaryFolder, sessions: Int, guests: String = "", printer: String = "none",
    dyingAt point: FaultArrival? = nil, killedAfter lines: Int? = nil
  ) async throws -> LabRun {
    let arguments = [
      "run", "--mock-camera=\(folder.path("mock.json5"))", "--lab", "--sessions", "\(sessions)", "--screen", "log",
      "--guests", guests, "--printer", printer, "--event", "kills", "--events", folder.path("events"), "--gallery-host",
      "127.0.0.1",
      "--gallery-port", "0", "--log-level", "error",
    ]
    return try await run(arguments, in: folder, dyingAt: point, killedAfter: lines)
  }

  /// Runs any command on the folder's data.
  /// - Parameter more: variables for the program.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, dyingAt point: FaultArrival? = nil,
    killedAfter lines: Int? = nil, environment more: [String: String] = [:]
  ) async throws -> LabRun {
    let process = Process()
    process.executableURL = URL(filePath: Program.path)
    process.arguments = arguments + ["--data", folder.path("data")]
    var environment = Program.environment.merging(more) { $1 }
    environment["BOOTH_FAULT_LIST"] = "/dev/stdout"
    if let point { environment["BOOTH_FAULT_POINT"] = "\(point.name):\(point.number)" }
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    let errors = folder.path("errors-\(UUID().uuidString)")
    try Data().write(to: URL(filePath: errors))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let reader = ListReader(pipe.fileHandleForReading, killing: process.processIdentifier, after: lines)
    // A thread of its own: it blocks on the pipe, and then until the process is gone.
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        let list = reader.readToTheEnd()
        process.waitUntilExit()
        continuation.resume(
          with: Result {
            LabRun(
              list: list, wasKilled: process.terminationReason == .uncaughtSignal, code: process.terminationStatus,
              errors: try String(contentsOfFile: errors, encoding: .utf8))
          })
      }
    }
  }
}

/// Reads the list from the program's output, and kills it at its line.
private struct ListReader: @unchecked Sendable {
  private let handle: FileHandle
  private let process: Int32
  private let limit: Int?
  private static let words = ["at ", "opened ", "kept ", "left ", "confirmed ", "location ", "location-left "]

  init(_ handle: FileHandle, killing process: Int32, after limit: Int?) {
    self.handle = handle
    self.process = process
    self.limit = limit
  }

  func readToTheEnd() -> [String] {
    var list: [String] = []
    var rest = Data()
    while true {
      let piece = handle.availableData
      if piece.isEmpty { return list }
      rest += piece
      while let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        rest = Data(rest[rest.index(after: end)...])
        guard Self.words.contains(where: line.hasPrefix) else { continue }
        list.append(line)
        if list.count == limit { kill(process, SIGKILL) }
      }
    }
  }
}
