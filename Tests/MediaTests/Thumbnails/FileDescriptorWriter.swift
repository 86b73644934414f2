import Glibc

/// Writes over a file's bytes without making it anew.
struct FileDescriptorWriter {
  struct OpenFault: Error {}

  private let path: String

  init(_ path: String) throws {
    guard access(path, W_OK) == 0 else { throw OpenFault() }
    self.path = path
  }

  func write(_ bytes: [UInt8]) {
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
