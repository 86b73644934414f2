public import BoothCore

/// A location as the booth's flow sees it: an event whose one strip is aimed by the old picture.
extension Location {
  /// The number under which a booth files its sessions at locations, far beyond any that FotoX gives to an event.
  public static let eventNumber: EventID = 2_000_000_000

  /// The folder name of its event; no folder of events can have this name, as it has a colon.
  public var slug: String { "location:\(id)" }

  /// The id of the location that an event's folder name stands for; nil where it is a guests' event.
  public static func id(ofEvent slug: String) -> LocationID? {
    slug.hasPrefix("location:") ? LocationID(String(slug.dropFirst("location:".count))) : nil
  }

  /// One guided photo: aim for as long as it takes, countdown, photo, review beside the old picture.
  /// - Parameters:
  ///   - countdown: zero takes the photo at once.
  ///   - languages: BCP 47 codes, the first is the main one.
  public func event(countdown: Duration = .seconds(3), languages: [String] = ["en"]) -> Event {
    var timings = Timings()
    timings.countdown = countdown
    // Aiming takes minutes, with a tripod longer; a person who walks away for an hour is done.
    timings.patience = .seconds(3600)
    timings.review = Self.reviewTime
    timings.keptHere = .seconds(4)
    let shape = old.size ?? PixelSize(width: 3, height: 2)
    // What the live view shows, and what the guide just fills, has the old picture's proportions.
    let layout = CompositeLayout(
      size: shape, slots: [PixelRect(x: 0, y: 0, width: shape.width, height: shape.height)])
    return Event(
      id: Self.eventNumber, slug: slug, name: title, date: provenance.date ?? "", theme: Self.theme,
      languages: languages, attract: old.name, timings: timings,
      plan: CapturePlan(
        strips: [
          CapturePlan.Strip(
            start: .onPress, clip: nil, countdown: countdown, review: Self.reviewTime, guide: old.name)
        ], location: id.text), layout: layout)
  }

  /// How long old and new can be compared before the photo counts as kept.
  public static let reviewTime = Duration.seconds(120)

  /// Dark and plain: the pictures are the colours.
  private static let theme = Theme(
    primary: RGBColor(red: 0xE8, green: 0xB2, blue: 0x3A), secondary: RGBColor(red: 0x16, green: 0x18, blue: 0x1C),
    accent: RGBColor(red: 0xF4, green: 0xF1, blue: 0xEA))
}
