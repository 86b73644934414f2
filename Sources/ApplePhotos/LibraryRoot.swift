import Glibc
import HeldPhotos
import PhotoBrowser

/// Where a library's files may lie: in it, beside it, or on its own disk. A database of others names paths; no other file is ever
/// opened by one.
struct LibraryRoot: Sendable {
  /// The library's path, without links.
  let path: String
  /// Folders below which a referenced original is read: the one that the library is in, and the disk it is on, where somebody has
  /// attached that.
  let besides: [String]
  private let disk: String?

  init(_ library: String) throws(LibraryFault) {
    guard let real = Self.real(library) else {
      throw LibraryFault(.away, "\(library) is not there: \(String(cString: strerror(errno)))")
    }
    path = real
    let parent = Self.parent(real)
    disk = Self.disk(of: real)
    // A library in the root itself has everything beside it.
    besides = [parent == "/" ? nil : parent, disk].compactMap(\.self)
  }

  private static func real(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  private static func parent(_ path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    return "/" + parts.joined(separator: "/")
  }

  /// Where Linux mounts the disks that people attach (hier(7), file-hierarchy(7)).
  private static let mounts = ["/media/", "/mnt/", "/run/media/"]

  /// The folder at which the library's disk is mounted, where somebody attached it; nil for the system's own, which may have
  /// anybody's files.
  private static func disk(of path: String) -> String? {
    guard mounts.contains(where: path.hasPrefix) else { return nil }
    var (place, status) = (path, stat())
    guard stat(place, &status) == 0 else { return nil }
    let device = status.st_dev
    while place != "/" {
      let above = parent(place)
      guard stat(above, &status) == 0 else { return nil }
      if status.st_dev != device { return place }
      place = above
    }
    return nil
  }

  /// What became of a file that a database names.
  enum Found: Sendable {
    case here(String)
    /// Not there.
    case missing
    /// It may be there, and is not looked at.
    case outside
  }

  /// A file in the library, by parts of which none may lead out.
  func inside(_ parts: String...) -> Found {
    for part in parts {
      let names = part.split(separator: "/", omittingEmptySubsequences: false)
      guard !names.contains(".."), !names.contains("."), !names.contains(""), !part.utf8.contains(0) else {
        return .outside
      }
    }
    return look(path + "/" + parts.joined(separator: "/"), below: [path])
  }

  /// A referenced original, by the path it had on its Mac: there, or on the library's disk where that is mounted elsewhere now.
  func referenced(_ directory: String, _ filename: String) -> Found {
    guard !filename.utf8.contains(0x2F), !directory.utf8.contains(0), !filename.utf8.contains(0) else {
      return .outside
    }
    var places = ["\(directory)/\(filename)"]
    let parts = directory.split(separator: "/")
    if parts.first == "Volumes", parts.count >= 2, let disk {
      places.append(([disk] + parts.dropFirst(2).map(String.init) + [filename]).joined(separator: "/"))
    }
    var isOutside = false
    for place in places {
      switch look(place, below: besides + [path]) {
      case .here(let path): return .here(path)
      case .outside: isOutside = true
      case .missing: break
      }
    }
    return isOutside ? .outside : .missing
  }

  private func look(_ place: String, below roots: [String]) -> Found {
    guard let real = Self.real(place) else {
      // Whether something is there is told of what is ours alone.
      return roots.contains { place.hasPrefix($0 + "/") } ? .missing : .outside
    }
    guard roots.contains(where: { real.hasPrefix($0 + "/") }) else { return .outside }
    var status = stat()
    guard stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .missing }
    return .here(real)
  }

  /// Opens what was found, and looks once more where it has come to.
  func open(_ place: String) throws(PhotoSourceError) -> HeldPhoto {
    let descriptor = Glibc.open(place, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno != ENOENT else { throw .itemNotFound }
      throw .loadFailed("\(place) cannot be read: \(String(cString: strerror(errno)))")
    }
    guard let file = HeldPhoto(descriptor), let real = Self.real("/proc/self/fd/\(descriptor)"),
      (besides + [path]).contains(where: { real.hasPrefix($0 + "/") })
    else { throw .itemNotFound }
    return file
  }
}
