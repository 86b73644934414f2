import BoothCore
import ConfigFiles
import Testing

@Suite struct StandardLayoutFileTests {
  @Test(arguments: [5, 7, 9, 11]) func `a photo that is alone in the last row stands in its middle`(_ count: Int) {
    let layout = CompositeLayout.standard(slots: count)
    let last = layout.slots[count - 1]
    #expect(abs(last.x + last.width / 2 - layout.size.width / 2) <= 1)
    #expect(layout.slots[count - 2].y < last.y && layout.slots[count - 2].size == last.size)
  }

  @Test func `an event's logo stands on the standard composite, beside the footer's words`() throws {
    let plain = EventFileTests.event("sound: false").events.first
    #expect(plain?.layout.logo == nil && plain?.layout == .strip)
    for theme in ["logo_url: 'logo.png'", "logo_asset: 'logo.png'"] {
      let layout = try #require(EventFileTests.event("theme: {\(theme)}").events.first?.layout)
      let (logo, footer) = (try #require(layout.logo), try #require(layout.footer))
      #expect(layout.slots == CompositeLayout.strip.slots)
      #expect(logo.x + logo.width <= footer.x && footer.x + footer.width <= layout.size.width)
      #expect(layout.slots.allSatisfy { $0.y + $0.height <= logo.y } && logo.y + logo.height <= layout.size.height)
    }
    #expect(EventFileTests.event("theme: {logo_url: 'asset:logo'}").events.first?.layout == .strip)
  }

  @Test func `a frame says how many photos it was drawn for`() {
    #expect(EventFileTests.event("theme: {strip_frame_photos: 3}").events.first?.theme.stripFramePhotos == 3)
    for value in ["0", "13", "'three'", "2.5"] {
      let file = EventFileTests.event("theme: {strip_frame_photos: \(value)}")
      #expect(file.events.first?.theme.stripFramePhotos == nil)
      #expect(file.problems.map(\.key) == ["theme.strip_frame_photos"], "\(value)")
    }
  }
}
