import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import ConfigFiles

/// Finds the events of a booth that starts, and waits for them where there are none: their disk may be mounted later, and a broken file be
/// mended, while the booth is unattended.
struct EventStart {
  let place: StartPlace
  /// Those that came with the program, and no others.
  let bundledOnly: Bool

  /// Of the data folder's database, which the start has open.
  let owners: EventOwners

  /// Whether the folder was named by a person on the command line, who is there to name another.
  private var isSlip: Bool { place.isAttended && place.settings.values[.events]?.isFlag == true }

  /// - Throws: what no waiting mends: a person's slip on the command line, or a program without its events.
  /// - Returns: and whether they were waited for: then more of them may be on their way.
  func find() async throws -> (eventStore: FolderEventStore, wereAwaited: Bool) {
    var waiting: StartWait?
    let end = place.patience.map { place.clock.now + $0 }
    while true {
      let failure: CommandError
      do {
        let eventStore = try EventPlaces.load(place.settings, bundledOnly: bundledOnly, for: .start, owners: owners)
        if !eventStore.events.isEmpty || bundledOnly {
          if let waiting {
            await waiting.close()
            complain("booth: there are events in \(eventStore.folder); going on")
          }
          return (eventStore, waiting != nil)
        }
        throw CommandError(Self.words(eventStore), code: CommandError.usage)
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
      waiting?.report("\(failure.words); the booth goes on by itself when it finds one", .noEvents)
      place.manager?.extendStart(by: StartPatience.interval + StoreStart.openingTime)
      do { try await place.end.sleep(until: place.clock.now + StartPatience.interval, place.clock) } catch {
        await waiting?.close()
        throw error
      }
    }
  }

  private static func words(_ eventStore: FolderEventStore) -> CommandText {
    guard let first = eventStore.problems.first(where: { $0.severity == .error }) ?? eventStore.problems.first else {
      return EventPlaces.none(in: eventStore.folder)
    }
    return "no event in \(eventStore.folder) can be used: \(first); `booth event check` says all"
  }
}
