import BoothSystem
public import Logging

/// Finds the display for the guests' screen.
public enum ScreenOutputs {
  /// Takes the display that is wished: by kernel mode setting where a card has one, else by a frame buffer device. The
  /// console on it is put away as long.
  ///
  /// A card that could have a display and has none is waited for, hidden, unless there is a frame buffer that is not the
  /// card's own; so is one that another program has, where that is wished.
  /// - Throws: what was found and what to do about it.
  public static func find(_ options: ScreenOptions = ScreenOptions(), logger: Logger) throws(ScreenFault)
    -> any PixelOutput
  {
    switch options.kind {
    case .card: return try card(options, logger)
    case .frameBuffer: return try frameBuffer(options, options.device.map { [$0] } ?? FrameBufferNode.paths(), logger)
    case .automatic: break
    }
    do throws(ScreenFault) {
      let output = try card(options, logger)
      let others = output.isShown ? [] : FrameBufferNode.paths().filter { ScreenDevices.card(behind: $0) == nil }
      guard !others.isEmpty else { return output }
      output.close()
      return try frameBuffer(options, others, logger)
    } catch {
      let free = FrameBufferNode.paths().filter {
        isSeen(card: ScreenDevices.card(behind: $0), after: error, holders: DeviceHolders.names)
      }
      guard !free.isEmpty else { throw error }
      logger.notice("no graphics card can be used", metadata: ["screen.error": "\(error)"])
      return try frameBuffer(options, free, logger)
    }
  }

  /// Whether what a frame buffer shows is seen, where no card can be used: what stands for a card that another program has
  /// is not. The card's own refusal says so; who has it open is known only of this user's programs.
  static func isSeen(card: String?, after fault: ScreenFault, holders: (String) -> [String]) -> Bool {
    guard let card else { return true }
    return !fault.refusedCards.contains(card) && holders(card).isEmpty
  }

  static func card(_ options: ScreenOptions, _ logger: Logger) throws(ScreenFault) -> KMSOutput {
    try KMSOutput(
      options: options, cards: DRMCards(), console: { console(options, logger) }, watch: UEventWatch(),
      now: DeviceClock.now,
      logger: logger)
  }

  private static func frameBuffer(
    _ options: ScreenOptions, _ paths: [String], _ logger: Logger
  ) throws(ScreenFault) -> FrameBufferOutput {
    var problem: ScreenFault?
    for path in paths {
      do throws(ScreenFault) {
        let device = try FrameBufferNode(path: path)
        return FrameBufferOutput(
          device: device, console: console(options, logger), now: DeviceClock.now, logger: logger)
      } catch {
        problem = problem ?? error
      }
    }
    throw problem
      ?? ScreenFault(
        subject: "the screen",
        detail: "this machine has no frame buffer device (/dev/fb0); if it has a graphics card, say `kms`")
  }

  /// The console to put away; nil where there is none, or it may not be: a card shows pictures without it as well.
  private static func console(_ options: ScreenOptions, _ logger: Logger) -> (any ConsoleHold)? {
    guard let path = ConsoleGuard.path(for: options.console) else { return nil }
    do throws(ScreenFault) {
      return try ConsoleGuard(path: path, mutesKeyboard: options.mutesKeyboard)
    } catch {
      logger.warning("the console stays as it is", metadata: ["screen.error": "\(error)"])
      return nil
    }
  }
}
