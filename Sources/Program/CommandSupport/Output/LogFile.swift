import BoothSystem
import Synchronization

/// `booth.log`, bounded: a file that is full becomes `booth.log.1`, that one `booth.log.2`, and the oldest goes. Every
/// line is whole in one of them.
///
/// A line goes to the kernel before ``append(_:)`` returns. All loggers here share one of these, as each of them must
/// know how full the file is.
package final class LogFile: Sendable {
  package struct Limit: Sendable {
    /// A night of log lines is a few hundred kilobytes; a camera in trouble for a week, tens of megabytes.
    package var bytes = 8 << 20
    /// The current one among them.
    package var files = 4
  }

  private let limit: Limit
  private let file: Mutex<RotatingFile>

  /// Opens the file, or makes it; where that cannot be, each line tries again.
  package init(_ path: String, limit: Limit = Limit()) {
    self.limit = limit
    var file = RotatingFile(files: limit.files) { $0 == 0 ? path : "\(path).\($0)" }
    _ = file.open()
    self.file = Mutex(file)
  }

  /// Writes a line whole, or nothing of it; false where there is no file to write to.
  package func append(_ line: [UInt8]) -> Bool {
    file.withLock { file in
      if file.size > 0, file.size + line.count > limit.bytes { file.rotate() }
      // A full disk is said where it matters.
      _ = file.append(line)
      return file.isOpen
    }
  }
}
