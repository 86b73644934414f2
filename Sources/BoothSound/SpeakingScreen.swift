public import BoothCore
import Synchronization

/// A screen that also says what it shows, at events that ask for it.
public final class SpeakingScreen: ScreenDriver {
  private let screen: any ScreenDriver
  private let voice: Voice
  private let said = Mutex<SpokenPrompt?>(nil)

  public init(_ screen: any ScreenDriver, voice: Voice) {
    self.screen = screen
    self.voice = voice
  }

  public func show(_ picture: ScreenPicture) {
    screen.show(picture)
    let prompt = picture.event?.spoken ?? false ? SpokenPrompt(picture) : nil
    // While the photo is taken, what was said last may be said to its end.
    if prompt == nil, picture.scene.isShutter { return }
    let (words, isOver) = said.withLock { said in
      defer { said = prompt }
      return (prompt?.words(after: said), prompt == nil && said != nil)
    }
    if let prompt, let words { voice.say(words, in: prompt.language) }
    if isOver { voice.hush() }
  }

  public func receive(_ frame: Frame) { screen.receive(frame) }
  public var frameAge: Duration? { screen.frameAge }
  public var shownPhoto: ShownPhoto? { screen.shownPhoto }
  public var takesTouches: Bool { screen.takesTouches }
  public func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget? {
    screen.target(at: point, in: scene, touched: instant)
  }
  public func turn() async { await screen.turn() }
  public func close() async {
    voice.close()
    await screen.close()
  }
}
