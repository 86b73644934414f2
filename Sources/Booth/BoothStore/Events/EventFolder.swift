public import BoothCore
import BoothSystem
import Glibc

/// The events in a folder on disk: `<path>/<event>/event.json` with the artwork beside it.
///
/// An event's folder may itself be a link (to a stick, say); nothing inside it may lead out of it again. That is checked
/// on the resolved path: a program that could swap a link while the booth reads could write into the folder anyway.
public struct EventFolder: EventFiles {
  /// The folder of all events, as it was given.
  public let path: String

  /// Looks at nothing; a folder that is missing is told by ``folders()``.
  public init(path: String) { self.path = path }

  /// The parts that there are, joined by slashes. Looks at nothing.
  public func path(of name: String?, in folder: String?) -> String {
    [path, folder, name].compactMap { $0 }.joined(separator: "/")
  }

  /// Names in the order of the disk. What is no folder is left out; a link that leads nowhere is kept, so that reading
  /// it tells. `missing` where there is no folder of events.
  public func folders() throws(EventFilesError) -> [String] {
    guard let directory = opendir(path) else { throw failure(path) }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(directory) else {
        guard errno == 0 else { throw failure(path) }
        return names
      }
      // By address, as the record may be shorter than the struct: its name ends where its bytes do.
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      // What cannot be looked at (a broken link) is kept: reading it will tell.
      var facts = stat()
      let isOther = stat("\(path)/\(name)", &facts) == 0 && facts.st_mode & S_IFMT != S_IFDIR
      if name != ".", name != "..", !isOther { names.append(name) }
    }
  }

  /// The size is looked at before a byte is read. A named pipe in the file's place is `notAFile`, and not waited for.
  public func read(_ name: String, in folder: String, limit: Int) throws(EventFilesError) -> [UInt8] {
    try bytes(of: name, in: folder, limit: limit, wanted: limit)
  }

  /// Checks the size of the whole file against `limit`, and reads 32 bytes of it.
  public func head(_ name: String, in folder: String, limit: Int) throws(EventFilesError) -> [UInt8] {
    try bytes(of: name, in: folder, limit: limit, wanted: 32)
  }

  private func bytes(of name: String, in folder: String, limit: Int, wanted: Int) throws(EventFilesError) -> [UInt8] {
    let shown = path(of: name, in: folder)
    let home = try resolved(path(of: nil, in: folder))
    let file = try resolved(NamedFile.path(name, in: path(of: nil, in: folder)))
    guard file.hasPrefix(home == "/" ? home : home + "/") else {
      throw EventFilesError(.outside, subject: shown, detail: "a link that leads out of the event's folder")
    }
    // O_NONBLOCK, as a named pipe would keep open() waiting for ever.
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(shown) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw failure(shown) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw EventFilesError(.notAFile, subject: shown, detail: "something that is no file")
    }
    guard facts.st_size <= limit else {
      throw EventFilesError(.tooLarge, subject: shown, detail: "\(facts.st_size) bytes")
    }
    return try contents(of: descriptor, shown, count: min(Int(facts.st_size), wanted))
  }

  /// Reads `count` bytes, or fewer if the file has become shorter meanwhile.
  private func contents(of descriptor: Int32, _ shown: String, count: Int) throws(EventFilesError) -> [UInt8] {
    var fault: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = Glibc.read(descriptor, buffer.baseAddress! + filled, count - filled)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { fault = errno }
        if got <= 0 { return }
        filled += got
      }
    }
    guard fault == 0 else { throw failure(shown, fault) }
    return bytes
  }

  private func resolved(_ path: String) throws(EventFilesError) -> String {
    guard let real = realpath(path, nil) else { throw failure(path) }
    defer { free(real) }
    return String(cString: real)
  }

  private func failure(_ path: String, _ number: Int32 = errno) -> EventFilesError {
    let missing = number == ENOENT || number == ENOTDIR
    return EventFilesError(
      missing ? .missing : .unreadable, subject: path,
      detail: missing ? Self.lack(path) : SystemWords.of(number))
  }

  /// What is there instead of what was looked for, and was not found.
  private static func lack(_ path: String) -> String {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return "nothing of that name" }
    switch facts.st_mode & S_IFMT {
    case S_IFLNK: return stat(path, &facts) == 0 ? "a link to something that is no folder" : "a link that leads nowhere"
    case S_IFREG: return "a file"
    default: return "something that is no folder"
    }
  }
}
