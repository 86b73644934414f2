import CLinux
import Glibc
import Testing

@testable import ControlSocket

/// A new folder of mode 0700 under the system's temporary folder, removed with everything in it.
final class SocketFolder: Sendable {
  let path: String
  var socket: String { path + "/control.sock" }

  init() throws {
    var template = Array("/tmp/booth-control-XXXXXX".utf8CString)
    path = try #require(mkdtemp(&template).map { String(cString: $0) })
  }

  deinit { Self.remove(path) }

  /// This process's open descriptors that lead into the folder.
  var openDescriptors: [String] {
    guard let directory = opendir("/proc/self/fd") else { return ["/proc/self/fd cannot be read"] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      var target = [UInt8](repeating: 0, count: 4096)
      let length = target.withUnsafeMutableBytes {
        readlink("/proc/self/fd/\(name)", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
      }
      guard length > 0 else { continue }
      let text = String(decoding: target[..<length], as: UTF8.self)
      if text.hasPrefix(path) { found.append(text) }
    }
    return found
  }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
        let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
        if name == "." || name == ".." { continue }
        if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}

/// A client that does as it is told, well or badly. Its blocking calls have a time limit, so that a broken server makes
/// a test fail and not hang.
final class RawClient: Sendable {
  private let socket: Descriptor

  init(_ path: String) throws {
    let place = try SocketPlace(path: path)
    let number = clinux_unix_socket()
    try #require(number >= 0)
    socket = Descriptor(number)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    try #require(clinux_unix_connect(number, place.folder.number, place.name) == 0, "errno \(errno)")
  }

  /// Sends all of it; false if the server has hung up.
  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// What comes up to a line's end; nil when the server hangs up.
  func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while recv(socket.number, &byte, 1, 0) == 1 {
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  func shutDownWriting() { shutdown(socket.number, Int32(SHUT_WR)) }

  /// Waits until the server has hung up.
  func hungUp() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket.number, &bytes, bytes.count, 0)
      if count == 0 || (count < 0 && errno == ECONNRESET) { return true }
      if count < 0 { return false }
    }
  }
}

/// Opens once; everybody who waits goes on.
actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
