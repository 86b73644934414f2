import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport

/// Opens the data folder, and waits for its disk where that may help.
struct StoreStart {
  let place: StartPlace

  /// What the store says may take minutes: so many photos' checksums, read from a slow card.
  private static let longWork = Duration.seconds(1800)
  /// From one try to the next scene, or the next word to the manager.
  static let openingTime = Duration.seconds(90)

  func open() async throws -> VaultSessionStore {
    let folder = place.settings.data
    var waiting: StartWait?
    let end = place.patience.map { place.clock.now + $0 }
    while true {
      do throws(StoreError) {
        let store = try VaultSessionStore.open(folder: folder) {
          complain("booth: \(advice: $0)")
          place.manager?.extendStart(by: Self.longWork)
        }
        if let waiting {
          await waiting.close()
          complain("booth: the disk of \(folder) takes data again; going on")
        }
        return store
      } catch {
        guard let words = StartPatience.words(error, at: DataPlace.of(folder)),
          end.map({ place.clock.now < $0 }) ?? true
        else {
          await waiting?.close()
          throw error
        }
        if waiting == nil { waiting = try StartWait(place) }
        waiting?.report("\(advice: words)", .noRoom(words))
        place.manager?.extendStart(by: StartPatience.interval + Self.openingTime)
      }
      do { try await place.end.sleep(until: place.clock.now + StartPatience.interval, place.clock) } catch {
        await waiting?.close()
        throw error
      }
    }
  }
}
