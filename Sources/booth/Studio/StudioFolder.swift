import BoothCore
import BoothProgram
import BoothSystem
import BoothWeb
import FoundationEssentials
import Glibc
import StudioRules
import StudioStore

/// A studio's own folder, `studio` in the data folder: accounts, and where the running one is reached.
struct StudioFolder: Sendable {
  static let name = "studio"
  private static let lockName = "studio.lock"
  /// Holds the address of the studio that runs, so that commands beside it can make links.
  private static let addressName = "studio.address"

  let path: String

  /// What links begin with, without a slash at its end; nil where nobody has said it.
  static func publicURL(_ settings: Settings) throws -> String? {
    guard let text = settings.text(.studioPublicURL) else { return nil }
    let url = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard let origin = WebOrigin(of: url), origin.text == url.lowercased() else {
      throw CommandError(
        "studio.public_url is \(text): expected a scheme and a host alone, such as https://studio.example.org",
        code: CommandError.usage)
    }
    return origin.text
  }

  /// Makes the folder where it is not there. Not as root in somebody else's data folder: its owner could not open it.
  init(data: String) throws {
    path = data + "/" + Self.name
    var facts = stat()
    if geteuid() == 0, stat(data, &facts) == 0, facts.st_uid != 0 {
      let owner = getpwuid(facts.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "#\(facts.st_uid)"
      throw CommandError(
        "\(data) belongs to \(owner): run this as that user (runuser -u \(owner) -- booth studio …)",
        code: CommandError.denied)
    }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandError(
        "\(path) cannot be made: \(error); the studio keeps its accounts there", code: CommandError.cannotCreate)
    }
  }

  /// The accounts.
  func accounts(at now: Double) throws -> SQLiteAccountBook {
    do throws(AccountError) {
      return try SQLiteAccountBook(path: path + "/" + SQLiteAccountBook.name, clock: now)
    } catch {
      throw CommandError(error.words)
    }
  }

  /// What people write down.
  func documents() throws -> SQLiteDocumentStore {
    do throws(DocumentStoreError) {
      return try SQLiteDocumentStore(path: path + "/" + SQLiteDocumentStore.name)
    } catch {
      throw CommandError("\(error)")
    }
  }

  /// The pictures of tenants.
  func pictures() throws -> PictureFolder {
    let place = path + "/" + PictureFolder.name
    do {
      let darkroom = try PictureDarkroom(folder: place + "/.coming")
      return PictureFolder(path: place) { (upload) async throws(StudioPictureError) in
        try await darkroom.prepare(upload)
      }
    } catch {
      throw CommandError("\(place) cannot be used: \(error)", code: CommandError.cannotCreate)
    }
  }

  /// Keeps a second studio away for as long as this process lives.
  func lock() throws {
    let file = open(path + "/" + Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CommandError("\(path)/\(Self.lockName): \(String(cString: strerror(errno)))") }
    // Left open on purpose: the lock goes with the process.
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let address = address.map { " at \($0)" } ?? ""
      throw CommandError(
        "a studio runs on \(path) already\(address): use that, or start this one with another --data",
        code: CommandError.unavailable)
    }
  }

  /// Where the running studio is reached, or the last one was.
  var address: String? {
    OrdinaryFile.bytes(path + "/" + Self.addressName).map { String(decoding: $0, as: UTF8.self) }
      .flatMap { $0.hasPrefix("http") ? String($0.prefix { $0 != "\n" }) : nil }
  }

  /// For links only: one that is lost costs a person a look at the settings.
  func note(address: String) {
    do {
      try Data((address + "\n").utf8).write(to: URL(filePath: path + "/" + Self.addressName), options: .atomic)
    } catch {
      complain("booth: \(path)/\(Self.addressName) cannot be written (\(error)); links need --public-url")
    }
  }
}
