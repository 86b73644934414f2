import FoundationEssentials
import Testing

@testable import CommandSupport

@Suite struct LocalTimeTests {
  @Test(arguments: [
    "2026-11-29", "2026-11-29 18:00", "2026-11-29T18:00", "2026-11-29T18:00:30",
  ]) func `a local time is read as it is written`(_ text: String) throws {
    let date = try #require(LocalTime.read(text))
    let whole = LocalTime.cell(date)
    let wanted = text.replacing("T", with: " ")
    #expect(whole.hasPrefix(wanted), "\(whole)")
    #expect(LocalTime.minute(date) == String(whole.prefix(16)))
    #expect(LocalTime.hour(date) == String(whole.dropFirst(11).prefix(5)))
  }

  @Test func `a time with its zone is the same everywhere`() {
    #expect(LocalTime.read("2026-11-29T18:00:00Z")?.timeIntervalSince1970 == 1_795_975_200)
    #expect(LocalTime.read("2026-11-29T19:00:00+01:00")?.timeIntervalSince1970 == 1_795_975_200)
  }

  @Test(arguments: [
    "", "yesterday", "2026-02-30", "2026-11-29 25:00", "2026-11-29 18", "2026-11-29 18:00:00:00", "2026-11-29 1:00",
    "29.11.2026", "2026-11-29 -1:00", "٢٠٢٦-11-29",
  ]) func `anything else is refused`(_ text: String) { #expect(LocalTime.read(text) == nil) }
}
