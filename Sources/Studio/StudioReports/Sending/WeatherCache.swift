import Locations
import Reports
import Synchronization

/// Asks for the weather, and not again for five minutes where it was asked a kilometre away.
final class WeatherCache: Sendable {
  private struct Known {
    var report: WeatherReport
    var at: Double
  }

  private static let lifetime = 300.0
  private static let capacity = 500
  private let source: any WeatherSource
  private let known = Mutex<[String: Known]>([:])

  init(_ source: any WeatherSource) { self.source = source }

  /// Nil if unknown.
  func weather(at place: Coordinate, now: Double) async -> WeatherReport? {
    let key = "\(Int((place.latitude * 100).rounded())),\(Int((place.longitude * 100).rounded()))"
    let found = known.withLock { $0[key].flatMap { abs(now - $0.at) < Self.lifetime ? $0.report : nil } }
    if let found { return found }
    do throws(WeatherError) {
      let report = try await source.weather(at: place)
      known.withLock { known in
        if known.count >= Self.capacity { known.removeAll() }
        known[key] = Known(report: report, at: now)
      }
      return report
    } catch {
      // The field says that it is not known.
      return nil
    }
  }
}
