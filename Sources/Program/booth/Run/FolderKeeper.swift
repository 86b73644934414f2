import BoothCore
import BoothRuntime
import BoothStore
import Logging

/// Keeps the folders beside a booth's sessions while it runs: without the one that clips are recorded into there would be none until the
/// next start.
struct FolderKeeper {
  private static let interval = Duration.seconds(2)

  let store: VaultSessionStore
  let log: Logger

  /// Until the task is cancelled.
  func keep(_ booth: Booth, _ clock: any BoothClock) async {
    var moved: [String] = []
    var told: String?
    while !Task.isCancelled {
      var refusal: String?
      do throws(StoreError) { moved += try await store.keepFolders() } catch {
        // A disk or data folder in trouble is told of elsewhere.
        if error.code == .failed { refusal = "\(error)" }
      }
      let words = (moved + [refusal].compactMap(\.self)).joined(separator: "; ")
      if !words.isEmpty || told != nil, words != told {
        told = words
        await booth.noteTrouble("folders", words.isEmpty ? nil : words)
      }
      do { try await clock.sleep(until: clock.now + Self.interval) } catch { return }
    }
  }
}
