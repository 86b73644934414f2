import BoothCore

/// A screen that shows nothing.
struct BlankScreen: ScreenDriver {
  func show(_ picture: ScreenPicture) {}
  func receive(_ frame: Frame) {}
  func close() async {}
}

/// An event, and what a screen is given of it.
enum SoundSamples {
  static let now = Instant(nanoseconds: 1_000_000_000_000)
  static let wedding = Event(
    id: 101, slug: "wedding", name: "Anna & Jonas", date: "2026-06-20", languages: ["en", "de"])

  static func picture(_ content: Scene.Content, _ event: Event) -> ScreenPicture {
    var scene = Scene(BoothFlow())
    scene.content = content
    scene.event = event.slug
    if scene.showsLiveView || scene.counts { (scene.strip, scene.strips) = (1, 3) }
    return ScreenPicture(scene: scene, event: event, events: [event])
  }
}
