import BoothSystem
import Glibc

/// A file that is written as its bytes come.
final class ReceivingFile {
  private let descriptor: Int32

  init(_ path: String) throws(PlaceError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .unavailable("what is sent cannot be written: \(SystemWords.of(errno))")
    }
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) throws(PlaceError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .unavailable("what was sent cannot be written: \(SystemWords.of(errno))")
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Whether it is gone.
func unlinkQuietly(_ path: String) -> Bool { unlink(path) == 0 }
