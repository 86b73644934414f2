import Reports
import Testing

@testable import GalleryClient
@testable import booth

@Suite struct OpenMeteoTests {
  @Test func `an answer is read`() throws {
    let answer = #"{"latitude": 38.3, "current_weather": {"temperature": 71.6, "windspeed": 4.1, "weathercode": 2}}"#
    #expect(try OpenMeteo.read(Array(answer.utf8)).words == "Partly Cloudy, 72°F")
  }

  @Test(arguments: [
    "", "{}", "<html>", #"{"current_weather": null}"#, #"{"current_weather": {"temperature": "x", "weathercode": 1}}"#,
    #"{"current_weather": {"temperature": 151, "weathercode": 1}}"#,
    #"{"current_weather": {"temperature": 1e999, "weathercode": 1}}"#,
    #"{"current_weather": {"temperature": 70, "weathercode": 1e30}}"#,
    #"{"current_weather": {"temperature": 70, "weathercode": -1}}"#,
  ])
  func `nonsense is no weather`(answer: String) {
    #expect(throws: WeatherError.self) { try OpenMeteo.read(Array(answer.utf8)) }
  }
}
