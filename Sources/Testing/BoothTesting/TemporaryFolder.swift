import FoundationEssentials
import Glibc

/// A new folder for one test, taken away with everything in it with its last reference.
public final class TemporaryFolder: Sendable {
  /// F_SETLEASE of linux/fcntl.h, which Glibc's module leaves out.
  private static let setLease: Int32 = 1024

  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/booth-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("could not remove \(path): \(error)")
    }
  }

  public func path(_ name: String) -> String { path + "/" + name }

  /// Puts a file there as a person would; folders are made.
  public func put(_ name: String, _ bytes: [UInt8]) throws {
    let folder = path(name).split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: path(name)))
  }

  /// Writes as many other bytes over a file, and gives it its time again, as programs do that keep dates. Its system still knows, as
  /// soon as its clock goes on.
  public func changeKeepingTime(_ name: String, _ bytes: [UInt8]) throws {
    func fail() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let file = open(path(name), O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw fail() }
    defer { close(file) }
    var (before, after) = (stat(), stat())
    guard fstat(file, &before) == 0 else { throw fail() }
    guard before.st_size == bytes.count else { throw POSIXError(.EINVAL) }
    repeat {
      guard pwrite(file, bytes, bytes.count, 0) == bytes.count else { throw fail() }
      guard futimens(file, [before.st_atim, before.st_mtim]) == 0, fstat(file, &after) == 0 else { throw fail() }
    } while after.st_ctim.tv_sec == before.st_ctim.tv_sec && after.st_ctim.tv_nsec == before.st_ctim.tv_nsec
  }

  /// Puts a shell script there that can be run at once, and says where it is.
  ///
  /// A program that another thread starts at this very moment has, between `fork` and `exec`, the script open for writing as
  /// this one had, and the kernel runs no file that is open for writing (ETXTBSY, execve(2)). A read lease is given if
  /// no process does (F_SETLEASE, fcntl(2)).
  public func putProgram(_ name: String, _ script: String) throws -> String {
    try put(name, Array("#!/bin/sh\n\(script)\n".utf8))
    guard chmod(path(name), 0o755) == 0 else { throw POSIXError(.EPERM) }
    let file = open(path(name), O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw POSIXError(.ENOENT) }
    defer { close(file) }
    while fcntl(file, Self.setLease, F_RDLCK) != 0 {
      guard errno == EAGAIN else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      sched_yield()
    }
    _ = fcntl(file, Self.setLease, F_UNLCK)
    return path(name)
  }

  public func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path(name)))) }

  /// Takes a file or folder away in one step, and deletes it afterwards: a folder that a program writes into is not emptied
  /// while new files come, which would fail.
  public func remove(_ name: String) throws {
    let removed = path("removed-" + UUID().uuidString)
    try FileManager.default.moveItem(atPath: path(name), toPath: removed)
    try FileManager.default.removeItem(atPath: removed)
  }

  public func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// The names in a folder, sorted.
  public func names(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// The files below a folder, relative to it, sorted; folders themselves are left out.
  public func files(under name: String = "") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path(name)).filter { file in
      var isFolder = false
      return FileManager.default.fileExists(atPath: path(name) + "/" + file, isDirectory: &isFolder) && !isFolder
    }.sorted()
  }
}
