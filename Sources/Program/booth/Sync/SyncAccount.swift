import BoothCore
import BoothSystem
import CommandSupport
import Documents
import Firebase
import FoundationEssentials
import Glibc
import LocationSync
import StudioModel

/// With whom a folder syncs, and as whom: the organisation's project, and an account of it.
struct SyncAccount {
  let project: String
  let bucket: String
  let email: String
  let identity: IdentityToolkit
  private let path: String
  private let password: String?
  private let kept: Kept?

  /// What goes on without the password: as secret as one, in a file that only its owner can read.
  private struct Kept: Codable, Equatable {
    var project: String
    var email: String
    var refresh: String
  }

  /// The notes of this project, and of no other.
  var target: String { SyncNote.target(ofProject: project) }

  init(_ settings: Settings, environment: [String: String]) throws {
    func needed(_ key: SettingKey, _ example: String) throws -> String {
      guard let text = settings.text(key), !text.isEmpty else {
        throw CommandError(
          "\(key.rawValue) is not set: `booth location sync` needs it, in the file of settings or as \(key.variable), "
            + "such as \(example)", code: CommandError.usage)
      }
      return text
    }
    project = try needed(.firebaseProject, "jerusalem-then-now")
    let key = try needed(.firebaseKey, "AIza…, as the project's console shows it")
    email = try needed(.firebaseEmail, "sync@example.org")
    bucket = settings.text(.firebaseBucket) ?? "\(project).firebasestorage.app"
    password = settings.text(.firebasePassword)
    path = settings.data + "/location-sync.account"
    let known = try Self.kept(path)
    kept = known
    var service = IdentityToolkit.Settings(key: key)
    if let emulator = environment["FIREBASE_AUTH_EMULATOR_HOST"] {
      service.accounts = "http://\(emulator)/identitytoolkit.googleapis.com"
      service.tokens = "http://\(emulator)/securetoken.googleapis.com"
    }
    let isMine = known?.project == project && known?.email == email
    identity = IdentityToolkit(service, refresh: isMine ? known?.refresh : nil)
  }

  /// What cannot be read any more is told and kept under another name: the password makes a new one.
  private static func kept(_ path: String) throws -> Kept? {
    switch KeptJSON<Kept>(path) {
    case .absent: return nil
    case .found(let kept): return kept
    case .unreadable(let why):
      throw CommandError(
        "\(path) cannot be read (\(why)); see that it belongs to who runs this, or move it away",
        code: CommandError.denied)
    case .damaged(let why):
      do throws(DurableFile.Fault) {
        let aside = try DurableFile.putAside(path)
        complain("booth: \(path): \(why); it is kept as \(aside), and the password is needed once more")
      } catch {
        throw CommandError(
          "\(path): \(why), and it cannot be put aside: \(error.words)", code: CommandError.cannotCreate)
      }
      return nil
    }
  }

  /// Goes on as the account that signed in before, or signs in.
  func signIn() async throws {
    if await identity.refreshToken != nil {
      var refused: DocumentStoreError?
      do throws(DocumentStoreError) { _ = try await identity.token() } catch { refused = error }
      guard let refused else { return try await keep() }
      // An ended account, or a token that is another account's or too old: the password decides.
      guard [.unauthenticated, .invalid, .permissionDenied].contains(refused.kind) else { throw failure(refused) }
    }
    guard let password = try password ?? asked() else {
      throw CommandError(
        "nobody is signed in as \(email): set \(SettingKey.firebasePassword.variable) once, or run this on a terminal",
        code: CommandError.denied)
    }
    do throws(DocumentStoreError) { _ = try await identity.signIn(email: email, password: password) } catch {
      throw failure(error)
    }
    try await keep()
  }

  private func failure(_ error: DocumentStoreError) -> CommandError {
    let code = error.mayPass ? CommandError.unavailable : CommandError.denied
    return CommandError("signing in as \(email): \(error.detail)", code: code)
  }

  /// Whatever the service has given in place of the last one.
  func keep() async throws {
    guard let refresh = await identity.refreshToken else { return }
    let now = Kept(project: project, email: email, refresh: refresh)
    guard now != kept else { return }
    // Nothing takes the place of a token but another one.
    let bytes = Array(try JSONEncoder().encode(now))
    do throws(DurableFile.Fault) { try DurableFile.replace(path, with: bytes) } catch {
      throw CommandError("\(path) cannot be written: \(error.words)", code: CommandError.cannotCreate)
    }
  }

  /// On a terminal, without showing what is typed.
  private func asked() throws -> String? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    var before = termios()
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      print()
    }
    print("Password of \(email.harmless): ", terminator: "")
    fflush(nil)
    return readLine().flatMap { $0.isEmpty ? nil : $0 }
  }
}
