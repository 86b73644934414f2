import BoothCore
import BoothTesting
import Testing

/// What a booth is promised, by one gallery and by four, over each store.
@Suite struct `Any number of galleries over one store` {
  struct Case: Sendable, CustomTestStringConvertible {
    var place: FleetPlace
    var galleries: Int
    var testDescription: String { "\(galleries) over \(place)" }
  }

  static let cases = (FleetPlace.present + FleetPlace.lying).flatMap { place in
    [1, 4].map { Case(place: place, galleries: $0) }
  }

  @Test(arguments: cases)
  func `keep the promises of the port`(_ one: Case) async throws {
    try await FleetLab.run(one.place, galleries: one.galleries) { fleet in
      for check in GalleryConformance.checks {
        for object in try await fleet.store.all(prefix: "") { try await fleet.store.delete(object.key) }
        let client = SpreadClient(fleet.labs)
        do { try await check.run(client) } catch { Issue.record("\(check.testDescription): \(error)") }
        try await client.shutdown()
      }
      if let lies = fleet.lies() { #expect(lies.lost > 0) }
    }
  }
}
