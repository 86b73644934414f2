import BoothCore
import Testing

@Suite struct `A printer's profile` {
  private static func profile(_ id: String, _ models: String...) -> PrinterProfile {
    var profile = PrinterProfile(id: id, name: id)
    profile.match.models = models
    return profile
  }

  @Test func `is the one whose pattern says the most, else the one for every printer`() {
    let profiles = PrinterProfiles([
      Self.profile("plain"), Self.profile("dnp", "*Dai Nippon*"),
      Self.profile("ds620", "*DS-620*", "*Nippon Printing ds620*"),
    ])
    #expect(profiles.profile(for: "Dai Nippon Printing DS620 - CUPS+Gutenprint v5.3.4")?.id == "ds620")
    #expect(profiles.profile(for: "Dai Nippon Printing DS80")?.id == "dnp")
    #expect(profiles.profile(for: "EPSON XP-8700")?.id == "plain" && profiles.profile(for: "")?.id == "plain")
    #expect(PrinterProfiles([Self.profile("a", "*A*")]).profile(for: "") == nil)
  }

  @Test func `is replaced by a later one of its name, or one that fits as well`() {
    var profiles = PrinterProfiles([Self.profile("a", "*AB*"), Self.profile("b", "*AB*")])
    #expect(profiles.profile(for: "ab")?.id == "b")
    profiles.add(Self.profile("a", "*AB*"))
    #expect(profiles.profile(for: "ab")?.id == "a" && profiles.profiles.map(\.id) == ["b", "a"])
  }

  @Test func `finds its paper however it lies, and knows what falls beyond the edge`() throws {
    var profile = Self.profile("a")
    profile.papers = [
      .init(size: MillimetreSize(width: 101.6, height: 152.4), canvas: PixelSize(width: 1240, height: 1844), dpi: 300),
      .init(size: MillimetreSize(width: 100, height: 148), canvas: PixelSize(width: 1181, height: 1748), dpi: 300),
    ]
    let paper = try #require(profile.paper(for: MillimetreSize(width: 152, height: 102)))
    #expect(paper.canvas.width == 1240 && abs(paper.bleed.x - 20) < 1e-9 && abs(paper.bleed.y - 22) < 1e-9)
    #expect(profile.paper(for: MillimetreSize(width: 100, height: 149))?.canvas.width == 1181)
    #expect(profile.paper(for: MillimetreSize(width: 89, height: 119)) == nil)
  }
}
