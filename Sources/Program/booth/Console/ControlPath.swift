import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import ControlSocket
import FoundationEssentials
import Glibc

/// Where a booth's control socket is: in the data folder, and where that cannot hold one, in a folder for running programs,
/// which a small file in the data folder then names.
///
/// FAT and exFAT have no sockets, and with them and NTFS everybody has all rights: a socket there is open to all.
struct ControlPath {
  /// The file in the data folder.
  static let noteName = "control.place"

  private let data: String
  private let environment: [String: String]

  init(data: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.data = data
    self.environment = environment
  }

  /// Where to ask the booth that runs on a data folder, if one does.
  static func of(data: String) -> String {
    guard let bytes = OrdinaryFile.bytes("\(data)/\(noteName)"), bytes.count < 4096 else { return inside(data) }
    let named = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
    return named.hasPrefix("/") ? String(named) : inside(data)
  }

  private static func inside(_ data: String) -> String { data + "/control.sock" }

  /// Opens the socket where it can be.
  /// - Throws: why it cannot be in the data folder, where it can be nowhere else either; `alreadyRunning`.
  func open(_ handler: @escaping ControlServer.Handler) throws(ControlError) -> ControlServer {
    let reason: ControlError
    moveOddAside()
    do throws(ControlError) {
      let server = try ControlServer(path: Self.inside(data), handler: handler)
      try server.start()
      unlink("\(data)/\(Self.noteName)")
      return server
    } catch { reason = error }
    guard reason.code == .denied || reason.code == .failed, let elsewhere = elsewhere() else { throw reason }
    let server = try ControlServer(path: elsewhere, handler: handler)
    try server.start()
    do throws(StoreError) {
      _ = try POSIXDisk(root: data).writeDurably(Array((elsewhere + "\n").utf8), to: Self.noteName)
    } catch {
      throw ControlError(
        .failed, subject: reason.subject,
        detail: "\(reason); and that the socket is \(elsewhere) instead cannot be written down: \(error)")
    }
    return server
  }

  /// Renames a file that stands in place of the socket, so that the booth can listen.
  private func moveOddAside() {
    let path = Self.inside(data)
    guard OddPlace.words(path, is: S_IFSOCK) != nil else { return }
    var facts = stat()
    var number = 1
    while lstat("\(path).aside-\(number)", &facts) == 0 { number += 1 }
    let aside = "\(path).aside-\(number)"
    // An error here is reported when the socket is opened.
    guard rename(path, aside) == 0 else { return }
    complain("booth: \(path) was no socket, and is now \(aside); what is in it was left as it is")
  }

  /// A name of this data folder's own in the first folder for running programs that can be had; nil where none can.
  private func elsewhere() -> String? {
    let bases = [
      environment["RUNTIME_DIRECTORY"].map { String($0.prefix { $0 != ":" }) },
      environment["XDG_RUNTIME_DIR"].map { $0 + "/booth" }, "/run/booth",
    ]
    for case let base? in bases where base.hasPrefix("/") {
      var facts = stat()
      if mkdir(base, 0o700) == 0 || errno == EEXIST, stat(base, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR,
        facts.st_uid == geteuid(), access(base, W_OK | X_OK) == 0
      {
        return "\(base)/\(Self.mark(of: data)).sock"
      }
    }
    return nil
  }

  /// FNV-1a (Fowler, Noll, Vo) of the folder's path, links followed: the same at each start, and another for another folder.
  private static func mark(of folder: String) -> String {
    let path = URL(filePath: folder).resolvingSymlinksInPath().path
    let hash = path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
