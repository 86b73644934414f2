import BoothCore
import BoothSystem
import Glibc

/// A system call that failed. Names no object: what failed goes into logs, and an object's key holds a guests' link.
struct SystemFault: Error, Equatable {
  var call: String
  var number: Int32

  /// Reads `errno`, so it is made right after the call.
  init(_ call: String) {
    self.call = call
    number = errno
  }

  init(_ call: String, _ number: Int32) {
    self.call = call
    self.number = number
  }

  /// The folder of a store is not the one that was opened; the call's name says what became of it. No system call says so by one
  /// number.
  static let misplaced: Int32 = -2

  /// The same as the port says it.
  func about(_ subject: String) -> ObjectStoreError {
    let text = "\(call): \(SystemWords.of(number))"
    return switch number {
    case ENOSPC, EDQUOT, EFBIG: ObjectStoreError(.full, subject: subject, detail: text)
    case Self.misplaced:
      ObjectStoreError(.unavailable, subject: subject, detail: "\(call): nothing is kept or served before it is back")
    case ENAMETOOLONG: ObjectStoreError(.refused, subject: subject, detail: text)
    case EXDEV:
      ObjectStoreError(
        .unavailable, subject: subject,
        detail: "\(text); the store's folders must all be on one file system, so mount nothing inside it")
    default: ObjectStoreError(.unavailable, subject: subject, detail: text)
    }
  }
}

/// Calls until it is not interrupted by a signal: the one place for `EINTR`.
func uninterrupted<Number: FixedWidthInteger>(
  _ name: String, _ call: () -> Number
) throws(SystemFault) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    let failure = SystemFault(name)
    if failure.number != EINTR { throw failure }
  }
}

/// Makes system calls on behalf of an object.
func about<Value>(
  _ subject: String, _ calls: () throws(SystemFault) -> Value
) throws(ObjectStoreError) -> Value {
  do throws(SystemFault) { return try calls() } catch { throw error.about(subject) }
}
