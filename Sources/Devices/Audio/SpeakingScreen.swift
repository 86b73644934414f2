public import BoothCore
import Synchronization

/// A screen that also says what it shows, at events that ask for it.
public final class SpeakingScreen: ScreenDriver {
  private let screen: any ScreenDriver
  private let voice: Voice
  private let said = Mutex<SpokenPrompt?>(nil)

  /// Wraps `screen`; from now on use only this one. ``close()`` closes both.
  public init(_ screen: any ScreenDriver, voice: Voice) {
    self.screen = screen
    self.voice = voice
  }

  /// Shows the picture, and says what is new about it if its event is spoken. While a photo is taken nothing new is
  /// said, and what was begun may be said to its end; where a scene has no words, the voice falls silent.
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

  /// Hands the frame to the wrapped screen, on the caller's thread.
  public func receive(_ frame: Frame) { screen.receive(frame) }
  /// As the wrapped screen measures it.
  public var frameAge: Duration? { screen.frameAge }
  /// As the wrapped screen tells it.
  public var shownPhoto: ShownPhoto? { screen.shownPhoto }
  /// As the wrapped screen does.
  public var takesTouches: Bool { screen.takesTouches }
  /// What the wrapped screen has there.
  public func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget? {
    screen.target(at: point, in: scene, touched: instant)
  }
  /// Returns when the wrapped screen has been around once; the voice is not waited for.
  public func settle() async { await screen.settle() }
  /// Ends the voice, then gives the wrapped screen back.
  public func close() async {
    voice.close()
    await screen.close()
  }
}
