import CommandSupport
import Reports

/// Who is asked for the weather.
enum WeatherChoice {
  /// What the setting says, for as long as this process lives.
  static func source(_ settings: Settings) -> any WeatherSource {
    let address = settings.text(.studioWeatherURL) ?? "none"
    return address == "none" ? NoWeather() : OpenMeteo(base: address)
  }
}
