import BoothCore
import FoundationEssentials
import Glibc

/// Where damaged folders are made: in memory where that is to be had, as nothing here is about flushes.
final class DamagePlace: Sendable {
  let path: String

  init() throws {
    let memory = "/dev/shm"
    let parent = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
    path = "\(parent)/booth-damage-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { print("could not remove \(path): \(error)") }
  }
}

/// What a damage does to the files of a folder, below any library.
struct DamagedFiles {
  /// The data folder.
  let root: String
  /// A folder beside it that may not be touched.
  let bait: String
  /// Files that were damaged, removed or replaced, relative to the data folder; a folder stands for all in it.
  var touched: [String] = []

  func path(_ name: String) -> String { "\(root)/\(name)" }

  func wasTouched(_ name: String) -> Bool { touched.contains { name == $0 || name.hasPrefix($0 + "/") } }

  /// Every file and folder, sorted, without following links.
  func entries() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: root).sorted() }

  func isFile(_ name: String) -> Bool {
    var facts = stat()
    return lstat(path(name), &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// None of a file that is larger.
  func bytes(_ name: String, atMost most: Int = .max) throws -> [UInt8] {
    var facts = stat()
    guard lstat(path(name), &facts) == 0, facts.st_size <= most else { return [] }
    return Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  mutating func put(_ name: String, _ bytes: [UInt8]) throws {
    touched.append(name)
    try Data(bytes).write(to: URL(filePath: path(name)))
  }

  mutating func remove(_ name: String) throws {
    touched.append(name)
    var facts = stat()
    guard lstat(path(name), &facts) == 0 else { return }
    try FileManager.default.removeItem(atPath: path(name))
  }

  /// What may stand in the place of anything.
  enum Thing: String, CaseIterable {
    case pipe, folder, fullFolder, fileLink, folderLink, danglingLink, socket, empty, sparse
  }

  mutating func replace(_ name: String, by thing: Thing) throws {
    try remove(name)
    let place = path(name)
    var isDone = true
    switch thing {
    case .pipe: isDone = mkfifo(place, 0o600) == 0
    case .folder: isDone = mkdir(place, 0o700) == 0
    case .fullFolder:
      isDone = mkdir(place, 0o700) == 0
      try Data([9]).write(to: URL(filePath: place + "/photo_0.jpg"))
    case .fileLink: isDone = symlink(bait + "/photo_0.jpg", place) == 0
    case .folderLink: isDone = symlink(bait, place) == 0
    case .danglingLink: isDone = symlink(bait + "/nothing", place) == 0
    case .socket: isDone = try makeSocket(place)
    case .empty: try Data().write(to: URL(filePath: place))
    case .sparse:
      try Data().write(to: URL(filePath: place))
      isDone = truncate(place, 1 << 40) == 0
    }
    guard isDone else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  /// Bound where the path is short enough, and brought in place by its name.
  private func makeSocket(_ place: String) throws -> Bool {
    let short = bait + ".s"
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    return isBound && rename(short, place) == 0
  }
}
