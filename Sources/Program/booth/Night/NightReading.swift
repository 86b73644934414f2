import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import NightReports

/// Makes a night's account of what a data folder holds; changes nothing there.
struct NightReading {
  /// The booth's data folder.
  let folder: String

  /// How many of the newest sessions are looked at: more than a booth takes in a week without a break.
  private static let mostSessions = 20_000
  /// A line that is longer is none of a journal's.
  private static let longestLine = 4 << 20

  /// Nil where no session is known, and no time was asked for.
  /// - Throws: `StoreError` where the books cannot be read. A journal that cannot be read is told of as one that is missing.
  func account(_ question: NightQuestion, _ store: VaultSessionStore) async throws(StoreError) -> NightAccount? {
    let records = NightRecords(
      sessions: try await store.sessions(limit: Self.mostSessions), prints: try await store.allPrints().prints)
    return NightAccount(await journalAside(), records, question)
  }

  /// The same on a thread of its own: a booth that is at work has others to do.
  private func journalAside() async -> NightJournal {
    await withCheckedContinuation { continuation in
      let fault = OwnThread.start("night") { continuation.resume(returning: journal()) }
      if fault != 0 { continuation.resume(returning: journal()) }
    }
  }

  /// The journal's files, the oldest first. A booth that begins the next one meanwhile would have lines read twice: then all
  /// is read anew.
  private func journal() -> NightJournal {
    let newest = folder + "/journal/journal.jsonl"
    while true {
      var (before, after) = (stat(), stat())
      let wasThere = stat(newest, &before) == 0
      var journal = NightJournal()
      for number in (1..<JournalLimit().files).reversed() {
        read(folder + "/journal/journal.\(number).jsonl", into: &journal)
      }
      read(newest, into: &journal)
      let isThere = stat(newest, &after) == 0
      // A file of a journal takes an evening: it is not begun anew for ever.
      if wasThere == isThere, before.st_ino == after.st_ino { return journal }
    }
  }

  /// In pieces: a journal is many times longer than what an account needs of it.
  private func read(_ path: String, into journal: inout NightJournal) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var line: [UInt8] = []
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      var rest = piece[..<count]
      while let end = rest.firstIndex(of: 0x0A) {
        journal.read(line + rest[..<end])
        line = []
        rest = rest[(end + 1)...]
      }
      line += rest
      if line.count > Self.longestLine { line = [0] }
    }
    // A line without its end is being written at this moment, or was cut off by a crash.
  }
}
