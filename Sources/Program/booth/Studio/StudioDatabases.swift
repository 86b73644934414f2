import BoothSystem
import CommandSupport
import Documents
import StudioModel
import StudioServer
import StudioStore
import Synchronization
import WebSupport

/// The studio's own databases: what is wrong with them, and a look at what was too large to be looked at as the studio started. It has
/// no pages.
struct StudioDatabases: StudioFeature {
  let folder: String
  let accounts: SQLiteAccountStore
  let documents: SQLiteDocumentStore

  var sections: [StudioSection] { [] }

  func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? { nil }

  func tend(at now: Double) async {
    let documents = documents
    await withCheckedContinuation { continuation in
      let fault = OwnThread.start("check") {
        do throws(DocumentStoreError) { try documents.check() } catch {
          complain("booth: whether the documents are whole cannot be looked at: \(advice: error)")
        }
        continuation.resume()
      }
      if fault != 0 { continuation.resume() }
    }
  }

  func remarks() async -> [BoothReport.Part] {
    [accounts.damage, documents.damage].compactMap(\.self).map { .init("database", .bad, $0, .init(.studioDatabase)) }
      + StudioDamage.asideFiles(in: folder).map {
        .init("database", .warning, $0.words, .init($0.isWhole ? .studioRepaired : .studioLost, $0.name))
      }
  }
}
