/// Open-Meteo's codes of weather in the words of the existing apps.
package enum WeatherCode {
  package static func words(_ code: Int) -> String {
    switch code {
    case 0: "Clear"
    case 1: "Mainly Clear"
    case 2: "Partly Cloudy"
    case 3: "Overcast"
    case 45, 48: "Foggy"
    case 51: "Light Drizzle"
    case 53: "Drizzle"
    case 55: "Heavy Drizzle"
    case 61: "Light Rain"
    case 63: "Rain"
    case 65: "Heavy Rain"
    case 71: "Light Snow"
    case 73: "Snow"
    case 75: "Heavy Snow"
    case 80: "Rain Showers"
    case 81: "Heavy Showers"
    case 95: "Thunderstorm"
    case 96: "Thunderstorm with Hail"
    default: "Unknown"
    }
  }
}

/// The weather somewhere, now.
package struct WeatherReport: Sendable, Equatable {
  package var code: Int
  /// In degrees Fahrenheit.
  package var fahrenheit: Double

  /// Nil for a temperature that there is nowhere: -100 to 150 °F.
  package init?(code: Int, fahrenheit: Double) {
    guard (-100...150).contains(fahrenheit) else { return nil }
    self.code = code
    self.fahrenheit = fahrenheit
  }

  /// `Clear, 72°F`.
  package var words: String { "\(WeatherCode.words(code)), \(Int(fahrenheit.rounded()))°F" }
}
