import PhotoModel
import Testing

/// The index knows a changed photo by a sum over this text (`Pending.stamp`): another text would read every photo of every source
/// anew, and make all small pictures again, at the first start of a new version.
@Suite struct PhotoDetailsTextTests {
  @Test func `the text of what is known of a photo is as it was`() {
    var details = PhotoDetails()
    details.format = "JPEG"
    details.width = 4
    details.taken = PhotoMoment(wallSeconds: 12, offsetMinutes: 60, nanoseconds: 5_000_000)
    details.latitude = 31.5
    #expect(
      "\(details)"
        == "PhotoDetails(format: Optional(\"JPEG\"), width: Optional(4), height: nil, "
        + "taken: Optional(PhotoBrowser.PhotoMoment(wallSeconds: 12, offsetMinutes: Optional(60))), camera: nil, lens: nil, "
        + "exposure: nil, latitude: Optional(31.5), longitude: nil, fullMD5: nil, headMD5: nil, contentIdentifier: nil, "
        + "trouble: nil)")
  }
}
