public import BoothCore
import Glibc
import Imaging
public import Logging

/// The guests' screen on a display of pixels, drawn by a thread of its own.
///
/// The thread sleeps until a scene, a live frame, the display's refresh, or something that moves by itself wakes it; while
/// a still scene stands it does nothing. It draws what has changed, into whichever buffer the display is not showing.
public final class PixelScreen: ScreenDriver {
  /// What a display's screen can be told once, at the start.
  public struct Options: Sendable {
    /// How scenes look on it; whether they are mirrored, ``chain`` says.
    public var style: PixelStyle
    /// How live frames are turned, cropped and mirrored, and how the display is mounted.
    public var chain: TransformChain

    /// - Parameter style: its mirror is the chain's, as the guide goes with the live view.
    public init(style: PixelStyle = PixelStyle(), chain: TransformChain = TransformChain()) {
      self.style = style
      self.style.isMirrored = chain.mirrorsScreen
      self.chain = chain
    }
  }

  private let mail: ScreenMail

  /// Takes the display over and starts the thread.
  /// - Parameters:
  ///   - output: used by the thread alone from now on, and closed by it.
  ///   - eventFolder: the folder of an event by its slug, for its artwork.
  ///   - clock: what remaining times count from; it must run as fast as the machine's, which the thread waits by.
  /// - Throws: ``ScreenFault`` if the machine has no descriptor or thread left; the output is closed then.
  public init(
    output: any PixelOutput, options: Options, eventFolder: @escaping @Sendable (String) -> String,
    clock: any BoothClock, logger: Logger
  ) throws(ScreenFault) {
    guard let mail = ScreenMail(wantsFrames: { PixelScreen.wantsFrames($0) }) else {
      let code = errno
      output.close()
      throw ScreenFault(
        subject: "the screen", detail: "no descriptor is left (errno \(code)); end what else runs here")
    }
    self.mail = mail
    let artist = PixelArtist(
      mail: mail, output: output, options: options, artwork: ArtworkCache(eventFolder: eventFolder, logger: logger),
      clock: clock, logger: logger)
    try artist.start()
  }

  /// Of several pictures before the thread comes round only the last is drawn. From any thread.
  public func show(_ picture: ScreenPicture) { mail.show(picture) }
  /// Keeps the newest frame, and only while the scene shows live frames; the one before goes back to its pool.
  public func receive(_ frame: Frame) { mail.receive(frame) }
  /// Measured when the display has shown the frame. From any thread.
  public var frameAge: Duration? { mail.frameAge }
  /// Stands when the display has shown it whole. From any thread.
  public var shownPhoto: ShownPhoto? { mail.shownPhoto }
  /// Always: every sheet knows its buttons.
  public var takesTouches: Bool { true }
  /// Answers by what stood on the display at that instant, from any thread.
  public func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget? {
    mail.target(at: point, in: scene, touched: instant)
  }
  /// Waits until the thread has drawn what was shown before; returns at once after ``close()``.
  public func settle() async { await mail.settle() }
  /// Waits for the drawing thread's end, with the display given back. Harmless twice.
  public func close() async { await mail.close() }

  /// Makes the thread look at the clock; for clocks that are moved.
  func wake() { mail.wake() }

  /// Whether live frames are seen in a scene: not while the screen is the photo's light.
  private static func wantsFrames(_ picture: ScreenPicture) -> Bool {
    picture.scene.showsLiveView && !picture.scene.isShutter && !picture.isLit
  }
}
