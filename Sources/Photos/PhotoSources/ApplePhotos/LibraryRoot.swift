import BoothSystem
import Glibc
import PhotoModel

/// Where a library's files may lie: in it, beside it, or on its own disk. A database of others names paths; no other file is ever
/// opened by one.
struct LibraryRoot: Sendable {
  /// The library's path, without links.
  let path: String
  /// Folders below which a referenced original is read: the one that the library is in, and the disk it is on, where a
  /// person has attached that.
  let besides: [String]
  private let disk: String?
  private let names = LibraryNames()

  init(_ library: String) throws(LibraryFault) {
    guard let real = Self.real(library) else {
      throw LibraryFault(.away, "\(library) is not there: \(SystemWords.of(errno))")
    }
    path = real
    let parent = Self.parent(real)
    disk = Self.disk(of: real)
    // A library in the root itself has everything beside it.
    besides = [parent == "/" ? nil : parent, disk].compactMap(\.self)
  }

  /// With a disk that is mounted at a folder, as for tests.
  init(_ library: String, disk: String) throws(LibraryFault) {
    guard let path = Self.real(library), let disk = Self.real(disk) else {
      throw LibraryFault(.away, "\(library) is not there: \(SystemWords.of(errno))")
    }
    self.path = path
    self.disk = disk
    besides = [Self.parent(path), disk]
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

  /// The folder at which the library's disk is mounted, where a person attached it; nil for the system's own, which may
  /// have anybody's files.
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

  /// A file in the library, by parts of which none may lead out; spelled in any way that its Mac would take.
  func inside(_ parts: String...) -> Found {
    guard let place = joined(parts) else { return .outside }
    let found = look(place, below: [path])
    guard case .missing = found, let other = respelled(place, below: path) else { return found }
    return look(other, below: [path])
  }

  /// A file in the library that is spelled just so.
  func exactly(_ parts: String...) -> Found { joined(parts).map { look($0, below: [path]) } ?? .outside }

  /// Files of one folder in the library whose names begin so, whatever their ending.
  func inside(_ folder: String, _ directory: String, stem: String) -> [String] {
    guard let place = joined([folder, directory]), let spelled = respelled(place, below: path),
      let real = Self.real(spelled), real.hasPrefix(path + "/")
    else { return [] }
    return names.names(stem: stem, in: real).compactMap { name in
      guard case .here(let found) = look(real + "/" + name, below: [path]) else { return nil }
      return found
    }
  }

  /// What lies in a folder of the library, by names.
  func names(in folder: String) -> [String] {
    guard let spelled = joined([folder]).flatMap({ respelled($0, below: path) }), let real = Self.real(spelled),
      real.hasPrefix(path + "/")
    else { return [] }
    return names.all(in: real)
  }

  private func joined(_ parts: [String]) -> String? {
    for part in parts {
      let names = part.split(separator: "/", omittingEmptySubsequences: false)
      guard !names.contains(".."), !names.contains("."), !names.contains(""), !part.utf8.contains(0) else { return nil }
    }
    return path + "/" + parts.joined(separator: "/")
  }

  /// Beside a file that was found, by the first of these names that is there.
  func beside(_ found: String, _ others: [String]) -> String? {
    let folder = Self.parent(found)
    for name in others where !name.utf8.contains(0x2F) && !name.utf8.contains(0) {
      if case .here(let place) = look(folder + "/" + name, below: besides + [path]) { return place }
      if let spelled = names.name(name, in: folder),
        case .here(let place) = look(folder + "/" + spelled, below: besides + [path])
      {
        return place
      }
    }
    return nil
  }

  /// A place below a folder as it is spelled there, name by name; nil where there is none, or a name leads out.
  private func respelled(_ place: String, below root: String) -> String? {
    guard place.hasPrefix(root + "/") else { return nil }
    var known = root
    for name in place.dropFirst(root.count + 1).split(separator: "/").map(String.init) {
      guard name != "..", name != "." else { return nil }
      var status = stat()
      if lstat(known + "/" + name, &status) == 0 {
        known += "/" + name
      } else {
        // Folders of others are not listed.
        guard let real = Self.real(known), real == root || real.hasPrefix(root + "/"),
          let spelled = names.name(name, in: real)
        else { return nil }
        known = real + "/" + spelled
      }
    }
    return known
  }

  /// A referenced original, by the path it had on its Mac: there, or on the library's disk where that is mounted elsewhere now.
  func referenced(_ directory: String, _ filename: String) -> Found {
    guard !filename.utf8.contains(0x2F), !directory.utf8.contains(0), !filename.utf8.contains(0) else {
      return .outside
    }
    var isOutside = false
    for place in places(directory, filename) {
      switch look(place, below: besides + [path]) {
      case .here(let path): return .here(path)
      case .outside: isOutside = true
      case .missing:
        for root in besides {
          if let other = respelled(place, below: root), case .here(let found) = look(other, below: besides + [path]) {
            return .here(found)
          }
        }
      }
    }
    return isOutside ? .outside : .missing
  }

  private func places(_ directory: String, _ filename: String) -> [String] {
    var parts = directory.split(separator: "/").map(String.init)
    var places = ["/" + (parts + [filename]).joined(separator: "/")]
    guard let disk else { return places }
    // The disk's own folders were below the root, or where a Mac puts the part of the root that may be written.
    if parts.starts(with: ["System", "Volumes", "Data"]) { parts.removeFirst(3) }
    places.append(([disk] + parts + [filename]).joined(separator: "/"))
    if parts.first == "Volumes", parts.count >= 2 {
      places.append(([disk] + parts.dropFirst(2) + [filename]).joined(separator: "/"))
    }
    return places
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
      throw .loadFailed("\(place) cannot be read: \(SystemWords.of(errno))")
    }
    guard let file = HeldPhoto(descriptor), let real = Self.real("/proc/self/fd/\(descriptor)"),
      (besides + [path]).contains(where: { real.hasPrefix($0 + "/") })
    else { throw .itemNotFound }
    return file
  }
}
