public import BoothCore
import BoothSystem
import Synchronization

/// A screen whose scenes begin with a sound, at events that have some.
public final class SoundingScreen: ScreenDriver {
  private let screen: any ScreenDriver
  private let player: SoundPlayer
  private let eventFolder: @Sendable (String) -> String
  /// What stands there: its kind, and which strip's.
  private let shown = Mutex<(scene: SceneKind, strip: Int?)?>(nil)

  /// - Parameter eventFolder: the folder of an event by its slug, for its sounds.
  public init(
    _ screen: any ScreenDriver, player: SoundPlayer, eventFolder: @escaping @Sendable (String) -> String
  ) {
    self.screen = screen
    self.player = player
    self.eventFolder = eventFolder
  }

  /// Shows the picture, and plays its event's sound for the scene, once as the scene or its strip begins. A scene
  /// without a sound lets the one before play to its end; a recording with sound begins in silence.
  public func show(_ picture: ScreenPicture) {
    screen.show(picture)
    let scene = SceneKind(picture.scene)
    let isNew = shown.withLock { shown in
      defer { shown = (scene, picture.scene.strip) }
      return shown?.scene != scene || shown?.strip != picture.scene.strip
    }
    guard isNew, let event = picture.event else { return }
    // It would be heard in every clip.
    if scene == .recording, event.sound { return player.hush() }
    // What has no sound of its own lets the one before it play to its end.
    if let name = event.theme.sounds[scene] { player.play(NamedFile.path(name, in: eventFolder(event.slug))) }
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
  /// Returns when the wrapped screen has been around once; sounds are not waited for.
  public func settle() async { await screen.settle() }
  /// Ends what is played, then gives the wrapped screen back.
  public func close() async {
    player.close()
    await screen.close()
  }
}
