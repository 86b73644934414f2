import BoothCore
import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import Glibc
import Reports
import StudioModel
import StudioStore
import WebSupport

/// What else a running studio has there: pictures, and where it is reached.
extension StudioFolder {
  private static let lockName = "studio.lock"
  /// Holds the address of the studio that runs, so that commands beside it can make links.
  private static let addressName = "studio.address"

  /// What links begin with, without a slash at its end; nil if not given.
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

  /// Where photos lie while one part of the studio lends them to another: emptied with what comes in.
  var lending: String { path + "/coming/lent" }

  /// Makes pictures ready for all parts of the studio.
  func darkroom() throws -> PictureDarkroom {
    let place = path + "/" + PictureFolder.name
    do { return try PictureDarkroom(folder: place + "/.coming") } catch {
      throw CommandError("\(place) cannot be used: \(advice: error)", code: CommandError.cannotCreate)
    }
  }

  /// The pictures of features.
  func pictures(_ darkroom: PictureDarkroom) -> PictureFolder {
    PictureFolder(path: path + "/" + PictureFolder.name) { (upload) async throws(StudioPictureError) in
      try await darkroom.prepare(upload)
    }
  }

  /// Keeps a second studio away for as long as this process lives.
  func lock() throws {
    let file = open(path + "/" + Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw CommandError(
        "\(path)/\(Self.lockName) cannot be written (\(SystemWords.of(errno))); the studio needs a data folder that "
          + "it may write to: make this one writable, or start it with another --data",
        code: CommandError.cannotCreate)
    }
    // The folder itself is held as well: that is not removed from under the studio, as a file can be. Where a file
    // system holds no folders (NFS) the file alone has to do.
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let isFolderTaken = folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    // Left open on purpose: the locks go with the process.
    guard !isFolderTaken, flock(file, LOCK_EX | LOCK_NB) == 0 else {
      for descriptor in [file, folder] where descriptor >= 0 { close(descriptor) }
      let address = address.map { " at \($0)" } ?? ""
      throw CommandError(
        "a studio runs on \(path) already\(address): use that, or start this one with another --data",
        code: CommandError.unavailable)
    }
  }

  /// What the running studio holds open: the folders, the lock, the databases with their logs; of other organisations' what is there.
  func held(data: String) throws -> HeldPlaces {
    let databases = [SQLiteAccountStore.name, SQLiteDocumentStore.name].map { "\(path)/\($0)" }
    let folders = ["reports", PictureFolder.name, "places"].map { "\(path)/\($0)" }
    for folder in folders {
      do throws(DurableFile.Fault) { try DurableFile.makeFolder(folder) } catch {
        // A disk that takes nothing; what cannot be held is made, and missed, when something goes there.
        complain("booth: \(folder) cannot be made: \(error.words)")
      }
    }
    do throws(HeldPlaces.Fault) {
      return try HeldPlaces(
        [data, path, "\(path)/\(Self.lockName)"] + databases,
        whereThere: databases.flatMap { ["\($0)-wal", "\($0)-shm"] } + folders)
    } catch {
      throw CommandError("\(advice: Self.misplaced(error))", code: CommandError.noInput)
    }
  }

  /// For the log and the studio's operator.
  static func misplaced(_ fault: HeldPlaces.Fault) -> String {
    "\(fault.words): what is written is lost, so nothing is taken any more and the studio stops; put back what belongs there, and "
      + "start it again"
  }

  /// Ends the program where something is not in its place any more, also without a request.
  /// - Parameters:
  ///   - fault: says what is not in its place.
  ///   - note: writes down what is lost, for the next start.
  ///   - rescue: saves what can be saved before that.
  static func watch(
    _ fault: @Sendable () -> HeldPlaces.Fault?, note: @Sendable (HeldPlaces.Fault) -> Void,
    rescue: @Sendable () throws -> Void
  ) async {
    while !Task.isCancelled {
      if let fault = fault() { await stop(fault, note: note, rescue: rescue) }
      do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
    }
  }

  /// Ends the program, as something is not in its place any more.
  static func stop(
    _ fault: HeldPlaces.Fault, note: @Sendable (HeldPlaces.Fault) -> Void, rescue: @Sendable () throws -> Void
  ) async -> Never {
    complain("booth: \(advice: misplaced(fault))")
    note(fault)
    // Those who have asked are refused meanwhile.
    do { try await Task.sleep(for: .seconds(1)) } catch {}
    do { try rescue() } catch { complain("booth: what the removed log had is lost: \(advice: error)") }
    // Not by closing the databases: SQLite would remove the log at the path, which may be another's by now, or bring into the database
    // what another program has written into it.
    _exit(CommandError.noInput)
  }

  /// Where the running studio is reached, or the last one was.
  var address: String? {
    OrdinaryFile.bytes(path + "/" + Self.addressName).map { String(decoding: $0, as: UTF8.self) }
      .flatMap { $0.hasPrefix("http") ? String($0.prefix { $0 != "\n" }) : nil }
  }

  /// For links only: one that is lost costs a person a look at the settings.
  func note(address: String) {
    let file = path + "/" + Self.addressName
    do throws(DurableFile.Fault) { try DurableFile.replace(file, with: Array((address + "\n").utf8)) } catch {
      complain("booth: \(file) cannot be written (\(error.words)); links need --public-url")
    }
  }
}
