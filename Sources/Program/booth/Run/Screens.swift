import Audio
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import InputDevices
import Logging
import Screens

/// The guests' screen, and the keyboard where it is the panel.
struct Screens {
  let screen: any ScreenDriver
  let panels: [any PanelDriver]
  /// What guests see, upright, in pixels; of screens that have none, a usual display's proportions.
  let seen: PixelSize
  let style: PixelStyle
  /// Nil where nothing is drawn pixel by pixel.
  let pictures: ShownPictures?
  private let keyboard: KeyboardPanel?
  private let recorder: PictureRecorder?
  private let clock: any BoothClock
  private let log: Logger

  /// - Parameters:
  ///   - takesKeyboard: whether keys are the booth's; else they stay the shell's.
  ///   - speaks: an event asks for a voice.
  ///   - plays: an event has sounds.
  ///   - isTouched: a panel has a touch screen, which is this one.
  init(
    _ choice: ScreenChoice, settings: Settings, eventFolder: @escaping @Sendable (String) -> String,
    chain: TransformChain, takesKeyboard: Bool = true, isTouched: Bool = false, speaks: Bool = false,
    plays: Bool = false,
    clock: any BoothClock, log: Logger
  ) throws {
    self.clock = clock
    self.log = log
    func open(_ choice: ScreenChoice) throws -> Opened {
      try Self.open(
        choice, settings: settings, eventFolder: eventFolder, chain: chain, isTouched: isTouched, clock: clock, log: log
      )
    }
    var choice = choice
    let opened: Opened
    do {
      opened = try open(choice)
    } catch let failure as CommandError where choice.isDisplay && settings.text(.screen) == "auto" {
      // This display was not asked for by name: a booth that is seen elsewhere is better than none.
      log.warning("no display", metadata: ["screen.error": "\(failure.message)"])
      choice = Surroundings.own.drawsInTerminal ? .terminal : .log
      opened = try open(choice)
    }
    recorder = opened.recorder
    pictures = opened.pictures
    style = Self.style(settings, isTouched)
    let size = opened.size ?? PixelSize(width: 16, height: 9)
    seen = chain.screen.swapsSides ? PixelSize(width: size.height, height: size.width) : size
    let playing: any ScreenDriver =
      plays
      ? SoundingScreen(opened.screen, player: SoundPlayer(logger: log), eventFolder: eventFolder) : opened.screen
    screen = speaks ? SpeakingScreen(playing, voice: Voice(logger: log)) : playing
    guard takesKeyboard, choice.usesKeyboard else {
      keyboard = nil
      panels = []
      return
    }
    do {
      keyboard = try KeyboardPanel(descriptor: STDIN_FILENO, clock: clock, logger: log)
    } catch {
      // A screen without a keyboard: the console's `booth press` still works.
      log.warning("no keyboard", metadata: ["keyboard.error": "\(error)"])
      keyboard = nil
    }
    panels = keyboard.map { [$0] } ?? []
  }

  /// A screen that is open already, without a keyboard.
  init(_ screen: any ScreenDriver, clock: any BoothClock, log: Logger) {
    self.screen = screen
    self.clock = clock
    self.log = log
    (panels, keyboard, recorder, pictures) = ([], nil, nil, nil)
    (seen, style) = (PixelSize(width: 16, height: 9), PixelStyle())
  }

  /// A screen as it was opened.
  private struct Opened {
    var screen: any ScreenDriver
    var recorder: PictureRecorder?
    /// Of the display itself, as it is mounted.
    var size: PixelSize?
    var pictures: ShownPictures?
  }

  private static func open(
    _ choice: ScreenChoice, settings: Settings, eventFolder: @escaping @Sendable (String) -> String,
    chain: TransformChain, isTouched: Bool, clock: any BoothClock, log: Logger
  ) throws -> Opened {
    switch choice {
    case .log: return Opened(screen: LogScreen(logger: log))
    case .terminal:
      do throws(TerminalError) {
        let screen = try TerminalScreen(
          descriptor: STDOUT_FILENO, options: .init(environment: ProcessInfo.processInfo.environment, chain: chain),
          eventFolder: eventFolder, clock: clock, logger: log)
        return Opened(screen: screen)
      } catch {
        throw CommandError("the screen cannot be used: \(advice: error); try --screen log")
      }
    case .display, .memory:
      var recorder: PictureRecorder?
      do throws(ScreenFault) {
        var output = try output(choice, log)
        let size = output.size
        recorder = Self.recorder(settings, log)
        if let recorder { output = RecordingOutput(output, recorder: recorder) }
        let pictures = ShownPictures()
        let screen = try PixelScreen(
          output: CountedOutput(output, pictures: pictures),
          options: .init(style: style(settings, isTouched), chain: chain), eventFolder: eventFolder, clock: clock,
          logger: log)
        return Opened(screen: screen, recorder: recorder, size: size, pictures: pictures)
      } catch {
        recorder?.close()
        throw CommandError("the screen cannot be used: \(advice: error); or try --screen terminal, or log")
      }
    }
  }

  static func output(_ choice: ScreenChoice, _ log: Logger) throws(ScreenFault) -> any PixelOutput {
    switch choice {
    case .memory(let size): MemoryOutput(size: size)
    case .display(let options): try ScreenOutputs.find(options, logger: log)
    case .terminal, .log: throw ScreenFault(subject: "the screen", detail: "has no pixels")
    }
  }

  private static func recorder(_ settings: Settings, _ log: Logger) -> PictureRecorder? {
    guard let path = settings.text(.screenRecord) else { return nil }
    let isFilm = path.hasSuffix(".mjpeg") || path.hasSuffix(".mjpg")
    return PictureRecorder(file: isFilm ? .film(path: path) : .latest(path: path), logger: log)
  }

  private static func style(_ settings: Settings, _ isTouched: Bool) -> PixelStyle {
    PixelStyle(
      camera: settings.text(.screenCamera).flatMap(PixelStyle.CameraSide.init) ?? .above,
      reducesMotion: settings.text(.screenMotion) == "off", isTouched: isTouched)
  }

  /// Gives the screen and the keyboard back. A screen whose thread is stuck in its driver is given up after ``patience``:
  /// the kernel takes it back when the program ends.
  func close() async {
    keyboard?.close()
    let screen = screen
    if case .missed = await withDeadline(clock.now + Self.patience, clock, { await screen.close() }) {
      log.warning("the screen does not answer; it is left to the kernel")
    }
    recorder?.close()
  }

  static let patience = Duration.seconds(5)
}
