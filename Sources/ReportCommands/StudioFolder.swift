import BoothProgram
import BoothSystem
import FoundationEssentials
import Glibc
import StudioRules
package import StudioStore

/// A studio's own folder, `studio` in the data folder: its accounts and documents.
package struct StudioFolder: Sendable {
  package static let name = "studio"

  package let path: String

  /// Makes the folder where it is not there. Not as root in somebody else's data folder: its owner could not open it.
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

  /// The accounts.
  package func accounts(at now: Double) throws -> SQLiteAccountBook {
    do throws(AccountError) {
      return try SQLiteAccountBook(path: path + "/" + SQLiteAccountBook.name, clock: now) { complain("booth: \($0)") }
    } catch {
      throw CommandError(error.words)
    }
  }

  /// What people write down.
  package func documents() throws -> SQLiteDocumentStore {
    do throws(DocumentStoreError) {
      return try SQLiteDocumentStore(path: path + "/" + SQLiteDocumentStore.name)
    } catch {
      throw CommandError("\(error)")
    }
  }

  /// Where pictures of reports are.
  package var reportFiles: FolderReportFiles { FolderReportFiles(folder: path + "/reports") }
}
