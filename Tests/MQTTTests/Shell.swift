import Foundation

/// A program of the system that a test needs the work of.
enum Shell {
  struct ShellFault: Error {
    var words: String
  }

  static func run(_ arguments: [String]) async throws {
    let process = Process()
    process.executableURL = URL(filePath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let code: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    guard code == 0 else { throw ShellFault(words: "\(arguments[0]) ended with \(code)") }
  }
}
