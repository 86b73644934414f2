import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Imaging

@Suite struct FrameFitTests {
  private func bundled(_ event: String) throws -> [UInt8] {
    Array(try Data(contentsOf: SourceTree.root.appending(path: "Events/\(event)/strip_frame.png")))
  }

  private func notes(_ frame: [UInt8], photos count: Int, drawnFor: Int?) throws -> [CompositeNote] {
    var theme = Theme()
    theme.stripFramePhotos = drawnFor
    return try CompositeRenderer().notes(
      CompositeRequest(
        photos: [], layout: .standard(slots: count), theme: theme, artwork: Artwork(stripFrame: frame), footer: ""))
  }

  @Test(arguments: ["wedding", "jerusalem", "sports-day"])
  func `a frame drawn for three photos lies across nobody's face, whatever its maker says of it`(
    _ event: String
  ) throws {
    let frame = try bundled(event)
    for drawnFor in [nil, 3] { #expect(try notes(frame, photos: 3, drawnFor: drawnFor) == []) }
    for count in [1, 2, 4, 5, 12] {
      #expect(
        try notes(frame, photos: count, drawnFor: 3) == [.stripFrame(.photos(drawnFor: 3, found: count))])
      let undeclared = try notes(frame, photos: count, drawnFor: nil)
      guard case .stripFrame(.hides) = undeclared.first, undeclared.count == 1 else {
        Issue.record("\(count) photos: \(undeclared)")
        continue
      }
    }
  }

  @Test func `a frame that is left out is not painted`() throws {
    var theme = Theme()
    theme.stripFramePhotos = 3
    func canvas(_ frame: [UInt8]?) throws -> Bitmap {
      try CompositeRenderer().canvas(
        CompositeRequest(
          photos: [], layout: .standard(slots: 4), theme: theme, artwork: Artwork(stripFrame: frame), footer: ""))
    }
    #expect(try canvas(bundled("wedding")) == canvas(nil))
  }

  @Test func `a frame that says nothing and hides a little of just these photos is drawn`() throws {
    // A ribbon across the lower part of each of three photos.
    var frame = Bitmap(size: CompositeLayout.strip.size)
    for slot in CompositeLayout.strip.slots {
      frame.fill(PixelRect(x: slot.x, y: slot.y + 420, width: slot.width, height: 100), with: .black)
    }
    #expect(try notes(PNG.encode(frame), photos: 3, drawnFor: nil) == [])
    #expect(try notes(PNG.encode(frame), photos: 2, drawnFor: nil).count == 1)
    var line = Bitmap(size: PixelSize(width: 390, height: 260))
    line.fill(PixelRect(x: 0, y: 215, width: 390, height: 45), with: .black)
    #expect(FrameFit(overEachPhoto: line) == .fits)
  }

  @Test func `a frame over each photo that has no window is left out`() throws {
    let solid = try PNG.encode(Bitmap(size: PixelSize(width: 60, height: 40), color: .black))
    let layout = CompositeLayout.standard(slots: 2)
    let notes = try CompositeRenderer().notes(
      CompositeRequest(photos: [], layout: layout, theme: Theme(), artwork: Artwork(photoFrame: solid), footer: ""))
    #expect(notes == [.photoFrame(.hides(photo: 0, percent: 100))])
  }

  @Test func `a frame for another layout of as many photos is judged by what it hides`() throws {
    let frame = try Bitmap(decoding: bundled("jerusalem"))
    let row = (0..<3).map { PixelRect(x: 60 + 370 * $0, y: 600, width: 340, height: 500) }
    guard case .misfits(.hides) = FrameFit(of: frame, over: row, drawnFor: 3, isStandard: false) else {
      Issue.record("it lies across the photos and was found to fit")
      return
    }
  }
}
