import AsyncHTTPClient
import FoundationEssentials
import HTTPClientSupport
package import Locations
import NIOCore
import NIOHTTP1
package import Reports

/// The weather by Open-Meteo's interface (open-meteo.com/en/docs, "current_weather"), or by whatever answers as it does.
package final class OpenMeteo: WeatherSource {
  /// The service itself.
  package static let address = "https://api.open-meteo.com"
  private static let patience: Int64 = 10
  private static let longest = 64 << 10
  private let base: String
  /// One for the process: it need not be closed.
  private static let http = HTTPClient.program(connect: .seconds(patience))

  /// - Parameter base: `https://api.open-meteo.com`, without a path.
  package init(base: String) {
    self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
  }

  package func weather(at place: Coordinate) async throws(WeatherError) -> WeatherReport {
    let path =
      "/v1/forecast?latitude=\(place.latitude)&longitude=\(place.longitude)&current_weather=true&temperature_unit=fahrenheit"
    let bytes: [UInt8]
    do {
      bytes = try await withThrowingTaskGroup(of: [UInt8].self) { [http = Self.http, base] group in
        group.addTask {
          let answer = try await http.execute(
            HTTPClientRequest(to: base + path, accepting: HTTPClientRequest.json), timeout: .seconds(Self.patience))
          guard answer.status == .ok else { throw WeatherError("the service answered \(answer.status.code)") }
          return Array(try await answer.body.collect(upTo: Self.longest).readableBytesView)
        }
        // The client's own limit ends with the answer's head.
        group.addTask {
          try await Task.sleep(for: .seconds(Self.patience))
          throw WeatherError("no whole answer within \(Self.patience) s")
        }
        defer { group.cancelAll() }
        guard let bytes = try await group.next() else { throw WeatherError("no answer") }
        return bytes
      }
    } catch let error as WeatherError {
      throw error
    } catch {
      throw WeatherError("the service cannot be reached")
    }
    return try Self.read(bytes)
  }

  /// What an answer says.
  package static func read(_ bytes: [UInt8]) throws(WeatherError) -> WeatherReport {
    let answer: Answer
    do { answer = try JSONDecoder().decode(Answer.self, from: Data(bytes)) } catch {
      throw WeatherError("the service's answer is none")
    }
    let code = answer.current_weather.weathercode
    guard (0...99).contains(code),
      let report = WeatherReport(code: Int(code), fahrenheit: answer.current_weather.temperature)
    else { throw WeatherError("the service says what no weather is") }
    return report
  }

  private struct Answer: Decodable {
    struct Current: Decodable {
      var temperature: Double
      var weathercode: Double
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var current_weather: Current
  }
}
