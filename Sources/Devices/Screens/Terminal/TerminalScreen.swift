public import BoothCore
public import BoothSystem
import Glibc
import Imaging
public import Logging

/// The guests' screen on a terminal: scenes in block characters, drawn by a thread of its own.
///
/// The thread sleeps until a scene, a live frame, a new size or a number that changes wakes it; while a still scene
/// stands it does nothing. A terminal that takes no bytes (stopped with ^S, a slow line) holds up only this thread: one
/// frame is being written, and of all that comes meanwhile the newest is next.
public final class TerminalScreen: ScreenDriver {
  /// What a terminal's screen can be told once, at the start.
  public struct Options: Sendable {
    /// The colours that the terminal can show.
    public var colors: TerminalColors
    /// How scenes look on it.
    public var style: SceneStyle
    /// How live frames are turned and cropped. Whether they are mirrored, ``style`` says, as the guide goes with them.
    public var chain: TransformChain
    /// Live frames drawn a second at most.
    public var framesPerSecond: Int

    /// By default nothing is turned or cropped, and 20 live frames are drawn a second. Checks nothing.
    public init(
      colors: TerminalColors, style: SceneStyle = SceneStyle(), chain: TransformChain = TransformChain(),
      framesPerSecond: Int = 20
    ) {
      self.colors = colors
      self.style = style
      self.chain = chain
      self.framesPerSecond = framesPerSecond
    }

    /// What fits the terminal that `environment` speaks of.
    public init(environment: [String: String], chain: TransformChain = TransformChain()) {
      let isConsole = environment["TERM"] == "linux"
      self.init(
        colors: TerminalColors(environment: environment),
        style: SceneStyle(symbols: isConsole ? .halves : .quarters, isMirrored: chain.mirrorsScreen), chain: chain)
    }
  }

  private let mail: ScreenMail

  /// Takes the terminal over and starts the thread.
  /// - Parameters:
  ///   - descriptor: a terminal, usually standard output (1); it stays the caller's.
  ///   - eventFolder: the folder of an event by its slug, for its artwork.
  ///   - clock: what remaining times count from; it must run as fast as the machine's, which the thread waits by.
  /// - Throws: ``TerminalError`` if `descriptor` is no terminal, when nothing has been written, or if the machine has
  ///   no descriptor or thread left.
  public init(
    descriptor: Int32, options: Options, eventFolder: @escaping @Sendable (String) -> String, clock: any BoothClock,
    logger: Logger
  ) throws(TerminalError) {
    let port = try TerminalPort(descriptor: descriptor)
    guard let mail = ScreenMail(wantsFrames: { $0.scene.showsLiveView && !$0.scene.isShutter }) else {
      throw TerminalError(subject: "descriptor \(descriptor)", detail: "no descriptor is left (errno \(errno))")
    }
    self.mail = mail
    let artist = TerminalArtist(
      screen: mail, port: port, options: options, artwork: ArtworkCache(eventFolder: eventFolder, logger: logger),
      clock: clock, logger: logger)
    try artist.start()
  }

  /// Of several pictures before the thread comes round only the last is drawn. From any thread.
  public func show(_ picture: ScreenPicture) { mail.show(picture) }
  /// Keeps the newest frame, and only while the scene shows live frames; the one before goes back to its pool.
  public func receive(_ frame: Frame) { mail.receive(frame) }
  /// Measured when the terminal has taken the frame's bytes. From any thread.
  public var frameAge: Duration? { mail.frameAge }
  /// Stands when the terminal has taken its bytes. From any thread.
  public var shownPhoto: ShownPhoto? { mail.shownPhoto }
  /// Returns when the thread has come round, also where the terminal takes no bytes; at once after ``close()``.
  public func settle() async { await mail.settle() }
  /// Waits for the drawing thread's end. Waits in ``settle()`` return, too; harmless twice.
  public func close() async { await mail.close() }

  /// Makes the thread look at the clock; for clocks that are moved.
  func wake() { mail.wake() }
}
