import BoothCore
import Testing

/// The rule alone, with figures made up for it; what pictures measure is in MediaTests.
@Suite struct PhotoInspectionTests {
  /// Brightness spread evenly from one luma to another.
  private func picture(
    _ from: Double, _ to: Double, burnt: Double = 0, sharpness: Double = 0.3
  ) -> PictureStatistics {
    PictureStatistics(
      quantiles: (1...19).map { from + (to - from) * Double($0) / 20 }, darkest: from + (to - from) / 100,
      brightest: to - (to - from) / 100, burntShare: burnt, sharpness: sharpness)
  }

  @Test func `a photo like its live view is believed, also one a stop or two off`() {
    let live = picture(10, 220)
    for photo in [live, picture(7, 155), picture(5, 110), picture(30, 250, burnt: 0.1)] {
      #expect(PhotoInspection.doubt(photo, beside: live) == nil)
      #expect(PhotoInspection.doubt(photo, beside: nil) == nil)
    }
  }

  @Test func `each fault has its name`() {
    let live = picture(10, 220)
    func kind(_ photo: PictureStatistics, _ live: PictureStatistics?) -> PhotoDoubt.Kind? {
      PhotoInspection.doubt(photo, beside: live)?.kind
    }
    #expect(kind(picture(4, 12), live) == .covered)
    #expect(kind(picture(0, 38), live) == .dark)
    #expect(kind(picture(3, 60), live) == .unlit)
    #expect(kind(picture(200, 255, burnt: 0.7), live) == .burnt)
    #expect(kind(picture(10, 220, sharpness: 0.05), live) == .blurred)
    // What the photo alone shows.
    #expect(kind(picture(4, 12), nil) == .covered && kind(picture(0, 38), nil) == .dark)
    #expect(kind(picture(200, 255, burnt: 0.7), nil) == .burnt)
    #expect(kind(picture(3, 60), nil) == nil)
  }

  @Test func `what the live view shows too is the scene's own`() {
    // A room as dim, a wall as white, a fog as soft.
    #expect(PhotoInspection.doubt(picture(3, 60), beside: picture(4, 70)) == nil)
    #expect(
      PhotoInspection.doubt(picture(200, 255, burnt: 0.7), beside: picture(190, 255, burnt: 0.6)) == nil)
    #expect(PhotoInspection.doubt(picture(10, 220, sharpness: 0.004), beside: picture(10, 220, sharpness: 0.02)) == nil)
    // A flash in a dim room makes the photo brighter than the live view, which is what it is for.
    #expect(PhotoInspection.doubt(picture(20, 240), beside: picture(2, 40)) == nil)
  }

  @Test func `the words carry the figures`() {
    let doubt = PhotoInspection.doubt(picture(3, 60), beside: picture(10, 220))
    #expect(doubt?.detail.contains("1/") == true && doubt?.detail.contains("flash") == true)
  }
}
