package import Locations

/// Says what the weather is. From any thread.
package protocol WeatherSource: Sendable {
  /// The weather at a place, now; at most ten seconds.
  /// - Throws: ``WeatherError``.
  func weather(at place: Coordinate) async throws(WeatherError) -> WeatherReport
}

/// Why the weather is unknown.
package struct WeatherError: Error, Sendable, Equatable {
  /// For the log.
  package var words: String
  package init(_ words: String) { self.words = words }
}

/// Where no service is asked.
package struct NoWeather: WeatherSource {
  package init() {}
  package func weather(at place: Coordinate) async throws(WeatherError) -> WeatherReport {
    throw WeatherError("no service for the weather is set")
  }
}
