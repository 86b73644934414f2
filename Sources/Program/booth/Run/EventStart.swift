import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import ConfigFiles

/// Finds the events of a booth that starts, and waits for them where there are none: their disk may be mounted later, and a broken file be
/// mended, while nobody is at the booth.
struct EventStart {
  let place: StartPlace
  /// Those that came with the program, and no others.
  let bundledOnly: Bool

  /// Of the data folder's books, which the start has open.
  let owners: EventOwners

  /// Whether the folder was named by a person on the command line, who is there to name another.
  private var isSlip: Bool { place.isAttended && place.settings.values[.events]?.isFlag == true }

  /// - Throws: what no waiting mends: a person's slip on the command line, or a program without its events.
  /// - Returns: and whether they were waited for: then more of them may be on their way.
  func find() async throws -> (book: FolderEventBook, wereAwaited: Bool) {
    var waiting: StartWait?
    let end = place.patience.map { place.clock.now + $0 }
    while true {
      let failure: CommandError
      do {
        let book = try EventPlaces.load(place.settings, bundledOnly: bundledOnly, for: .start, owners: owners)
        if !book.events.isEmpty || bundledOnly {
          if let waiting {
            await waiting.close()
            complain("booth: there are events in \(book.folder); going on")
          }
          return (book, waiting != nil)
        }
        throw CommandError(Self.words(book), code: CommandError.usage)
      } catch {
        guard let error = error as? CommandError else { throw error }
        if bundledOnly || isSlip {
          await waiting?.close()
          throw error
        }
        failure = error
      }
      if let end, place.clock.now >= end {
        await waiting?.close()
        throw failure
      }
      if waiting == nil { waiting = try StartWait(place) }
      waiting?.tell("\(failure.words); the booth goes on by itself when it finds one", .noEvents)
      place.manager?.extendStart(by: StartPatience.interval + StoreStart.openingTime)
      do { try await place.end.sleep(until: place.clock.now + StartPatience.interval, place.clock) } catch {
        await waiting?.close()
        throw error
      }
    }
  }

  private static func words(_ book: FolderEventBook) -> CommandText {
    guard let first = book.problems.first(where: { $0.severity == .error }) ?? book.problems.first else {
      return EventPlaces.none(in: book.folder)
    }
    return "no event in \(book.folder) can be used: \(first); `booth event check` says all"
  }
}
