package import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import Glibc
package import Reports
import StudioModel
package import StudioStore

/// A studio's own folder, `studio` in the data folder: its accounts and documents.
package struct StudioFolder: Sendable {
  package static let name = "studio"

  package let path: String

  /// Makes the folder where it is not there. Not as root in another user's data folder: its owner could not open it.
  package init(data: String) throws {
    path = data + "/" + Self.name
    var facts = stat()
    if geteuid() == 0, stat(data, &facts) == 0, facts.st_uid != 0 {
      let owner = getpwuid(facts.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "#\(facts.st_uid)"
      throw CommandError(
        "\(data) belongs to \(owner): run this as that user (runuser -u \(owner) -- booth studio …)",
        code: CommandError.denied)
    }
    do throws(DurableFile.Fault) { try DurableFile.makeFolder(path) } catch {
      throw CommandError(
        "\(path) cannot be made: \(error.words); the studio keeps its accounts there", code: CommandError.cannotCreate)
    }
  }

  /// Where a data folder's studio is; nil where there is none.
  package static func there(data: String) -> String? {
    let path = data + "/" + name
    return access(path, F_OK) == 0 ? path : nil
  }

  /// Why a studio's start on a data folder is refused by what is missing there, or stands in the place of something else; nil where
  /// nothing does. In the start's own words.
  package static func obstacle(data: String) -> CommandText? {
    let path = data + "/" + name
    var facts = stat()
    let isFolder = stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    if !isFolder, lstat(path, &facts) == 0 {
      return "\(path) is no folder, and the studio keeps its accounts there: move it away, and \(anewWords)"
    }
    func isThere(_ file: String) -> Bool { access("\(path)/\(file)", F_OK) == 0 || errno != ENOENT }
    let isBegun = access("\(data)/\(begunName)", F_OK) == 0
    let (hasAccounts, hasDocuments) = (isThere(SQLiteAccountStore.name), isThere(SQLiteDocumentStore.name))
    if !hasAccounts, hasDocuments || isBegun { return lostAccounts(in: path) }
    return isBegun && !hasDocuments ? lostDocuments(in: path) : nil
  }

  private static func lostAccounts(in path: String) -> CommandText {
    "\(path)/\(SQLiteAccountStore.name) is not there, though a studio was begun here: \(anewWords)"
  }

  private static func lostDocuments(in path: String) -> CommandText {
    "\(path)/\(SQLiteDocumentStore.name) is not there, though there are accounts: \(anewWords)"
  }

  /// In the data folder, where it stays when the studio's own folder goes: says that there is a studio.
  package static let begunName = "studio.begun"

  private var begun: String { path.dropLast(Self.name.utf8.count) + Self.begunName }

  /// Records that the data folder has a studio from now on. A data folder that had one never becomes a new one silently.
  package func noteBegun() {
    guard access(begun, F_OK) != 0 else { return }
    do throws(DurableFile.Fault) { try DurableFile.replace(begun, with: []) } catch {
      complain("booth: \(begun) cannot be written (\(error.words)); that there is a studio is not recorded")
    }
  }

  private func isThere(_ name: String) -> Bool { access(path + "/" + name, F_OK) == 0 || errno != ENOENT }

  private static let anewWords: CommandText =
    "put back what belongs there (a backup, or the disk that holds it), or begin without it: booth studio --begin-anew"

  /// The accounts.
  /// - Parameters:
  ///   - anew: makes them also where they are missing from a studio that was there.
  ///   - care: for the studio itself, which has them alone.
  package func accounts(at now: Double, anew: Bool = false, care: DatabaseCare? = nil) throws -> SQLiteAccountStore {
    let wasThere = isThere(SQLiteDocumentStore.name) || access(begun, F_OK) == 0
    if !anew, wasThere, !isThere(SQLiteAccountStore.name) {
      throw CommandError(Self.lostAccounts(in: path), code: CommandError.noInput)
    }
    do throws(AccountError) {
      let accounts = try SQLiteAccountStore(path: path + "/" + SQLiteAccountStore.name, clock: now, care: care) {
        complain("booth: \(advice: $0)")
      }
      try accounts.takeLog(serves: care != nil)
      return accounts
    } catch {
      throw CommandError(error.words)
    }
  }

  /// What people write down.
  /// - Parameters:
  ///   - accounts: where it has any, the documents were made before them.
  ///   - anew: makes them also where they are missing beside accounts.
  ///   - care: for the studio itself, which has them alone.
  package func documents(
    beside accounts: SQLiteAccountStore, anew: Bool = false, care: DatabaseCare? = nil
  ) throws -> SQLiteDocumentStore {
    if !anew, !isThere(SQLiteDocumentStore.name) {
      let hasAccounts: Bool
      do throws(AccountError) { hasAccounts = try accounts.hasAccounts() } catch { throw CommandError(error.words) }
      guard !hasAccounts else {
        throw CommandError(Self.lostDocuments(in: path), code: CommandError.noInput)
      }
    }
    do throws(DocumentStoreError) {
      let store = try SQLiteDocumentStore(path: path + "/" + SQLiteDocumentStore.name, care: care)
      try store.takeLog(serves: care != nil)
      return store
    } catch {
      throw CommandError("\(advice: error)")
    }
  }

  /// Where pictures of reports are.
  package var reportFiles: FolderReportFiles { FolderReportFiles(folder: path + "/reports") }
}
