import Glibc

/// An open file descriptor, closed with the last reference.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }
  deinit { close(number) }
}
