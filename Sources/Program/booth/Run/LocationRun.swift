import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Locations

/// What a run at locations needs before it starts.
enum LocationRun {
  /// The locations that were asked for, as events; nil where none were.
  static func events(
    _ plan: LocationPlan?, _ store: any LocationStore, others: any EventStore
  ) async throws -> LocationEvents? {
    guard let plan else { return nil }
    let all = try await store.locations().sorted {
      ($0.createdAt.unixSeconds, $0.id) > ($1.createdAt.unixSeconds, $1.id)
    }
    let chosen = try LocationEvents.choose(plan.names, from: all)
    guard !chosen.isEmpty else {
      throw CommandError(
        "every location is inaccessible; `booth location edit ID --status notVisited` changes one",
        code: CommandError.usage)
    }
    return LocationEvents(
      chosen, in: store, countdown: plan.countdown,
      languages: plan.languages(environment: ProcessInfo.processInfo.environment), others: others)
  }
}
