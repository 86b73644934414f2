import BoothCore
import Glibc

/// A folder of a test's own, gone with everything in it when the test drops it.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/booth-clips-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw UnavailableError(what: "mkdtemp in \(base): \(words(errno))") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// What lies in it, sorted.
  var names: [String] { list(path) }
}

/// Something a test needs and this machine refuses.
struct UnavailableError: Error, CustomStringConvertible {
  var what: String
  var description: String { what }
}

func words(_ code: Int32) -> String { String(cString: strerror(code)) }

/// The names in a folder, sorted, without the two dots.
func list(_ folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}

func bytes(of path: String) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw UnavailableError(what: "\(path): \(words(errno))") }
  defer { close(descriptor) }
  return readToEnd(descriptor)
}

func write(_ bytes: [UInt8], to path: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { throw UnavailableError(what: "\(path): \(words(errno))") }
  defer { close(descriptor) }
  var done = 0
  while done < bytes.count {
    let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { throw UnavailableError(what: "\(path): \(words(errno))") }
    done += count
  }
}

func readToEnd(_ descriptor: Int32) -> [UInt8] {
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 && errno == EINTR { continue }
    if count <= 0 { return all }
    all += buffer[..<count]
  }
}
