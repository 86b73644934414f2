import Cameras
import BoothCore
import InputDevices
import BoothRuntime
import Screens
import Glibc
import Logging
import Measuring
import Synchronization

/// How soon the screen answers: from the byte of a key to the first byte of another picture, on a real terminal of the
/// kernel; and from the camera's answer to the photo's review. Returns whether both limits hold.
func measureAnswers(in folder: String) async throws -> Bool {
  let terminal = try Terminal(columns: 120, rows: 40)
  let log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
  let clock = SystemClock()
  let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
  let screen = try TerminalScreen(
    descriptor: terminal.slave, options: .init(environment: environment), eventFolder: { "/nowhere/" + $0 },
    clock: clock, logger: log)
  let keyboard = try KeyboardPanel(descriptor: terminal.slave, clock: clock, logger: log)
  var script = MockScript(
    showsPattern: true,
    size: PixelSize(width: 1920, height: 1080), stillSize: PixelSize(width: 4000, height: 3000))
  script.framesPerSecond = 30
  var timings = Timings()
  timings.review = .seconds(1)
  timings.qr = .zero
  timings.qrIgnore = .zero
  let plan = CapturePlan.fotoX(count: 3, clip: nil, countdown: .seconds(1), review: .seconds(1))
  let rig = try await Rig(
    MockCameraSource(script: script, name: "camera", logger: log), plan: plan, timings: timings, folder: folder,
    screen: screen, panels: [keyboard])
  var presses: [Double] = []
  var stalls: [Double] = []
  let machine = MachineWatch()
  while presses.count < 10 {
    try await rig.reaches { $0 == .idle }
    terminal.settle()
    machine.begin()
    let answer = terminal.press("\r")
    let stall = machine.longestStall
    // The machine itself stood still meanwhile: of the booth that says nothing.
    if stall > 10, stalls.count < 30 { stalls.append(stall) } else { presses.append(answer) }
    try await rig.reaches { $0.isSession }
    try await rig.reaches { $0 == .idle }
  }
  let photo = await rig.booth.status.photoToScreenMilliseconds ?? .infinity
  keyboard.close()
  try await rig.end()
  await screen.close()
  print(
    "key to another picture, in ms: median \(tenths(median(presses))), worst \(tenths(presses.max() ?? .infinity)) "
      + "(10 presses; limit 50)")
  if !stalls.isEmpty {
    print(
      "  taken again, as the machine itself stood still: \(stalls.count) presses (for \(tenths(stalls.max() ?? 0)) ms at worst)"
    )
  }
  print(
    "photo from the camera to its review, in ms: worst of 20 \(tenths(photo)) (12 megapixels, on the disk before; limit 300)"
  )
  return (presses.max() ?? .infinity) <= 50 && photo <= 300
}

/// Both ends of a terminal, and a thread that reads what is drawn.
private final class Terminal: Sendable {
  let slave: Int32
  private let master: Int32
  /// When bytes came last, in milliseconds of the steady clock.
  private let came = Mutex(0.0)

  init(columns: UInt16, rows: UInt16) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var (master, slave): (Int32, Int32) = (-1, -1)
    guard openpty(&master, &slave, nil, nil, &size) == 0 else { fail("there is no terminal (errno \(errno))") }
    (self.master, self.slave) = (master, slave)
    var thread = pthread_t()
    let held = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Terminal>.fromOpaque(context).takeRetainedValue().readAll()
        return nil
      }, held.toOpaque())
    guard code == 0 else { fail("there is no thread (errno \(code))") }
    pthread_detach(thread)
  }

  private func readAll() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while read(master, &bytes, bytes.count) > 0 { came.withLock { $0 = Self.now } }
  }

  /// Returns when nothing was drawn for half a second.
  func settle() {
    while Self.now - came.withLock({ $0 }) < 500 { usleep(20_000) }
  }

  /// Milliseconds from the key to the next bytes; infinite when none come.
  func press(_ key: String) -> Double {
    let began = Self.now
    _ = key.withCString { write(master, $0, strlen($0)) }
    while Self.now - began < 5000 {
      let last = came.withLock { $0 }
      if last > began { return last - began }
      usleep(200)
    }
    return .infinity
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }
}

extension Rig {
  /// Returns when the booth is in such a state; ends the program when it never is.
  fileprivate func reaches(_ isReached: @Sendable (BoothState) -> Bool) async throws {
    for await state in await booth.states() where isReached(state) { return }
    fail("the booth ended before its time")
  }
}
