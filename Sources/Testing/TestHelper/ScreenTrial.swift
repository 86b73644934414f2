import BoothCore
import Glibc
import Logging
import Screens

/// Shows the pattern on a real display, and says what happens to it, a line each; told what to do by lines: `step N` moves the box there, picture by picture; `quit` gives the display back.
struct ScreenTrial {
  private let output: any PixelOutput
  /// Where orders come from.
  private let orders: Int32
  private var pattern: TrialPattern
  /// The step that a buffer shows, by index and generation.
  private var drawn: [Int: (generation: Int, step: Int)] = [:]
  private var presented: Int?
  private var step = 0
  private var target = 0
  private var isSteady = false
  private var shownCount = 0
  private var begun = ScreenTrial.now
  private var input: [UInt8] = []

  /// - Parameter orders: a descriptor.
  init(options: ScreenOptions, orders: Int32) throws {
    self.orders = orders
    var logger = Logger(label: "trial") { label in StreamLogHandler.standardError(label: label) }
    logger.logLevel = .info
    output = try ScreenOutputs.find(options, logger: logger)
    pattern = TrialPattern(size: output.size)
    Self.say("opened \(type(of: output)) \(output.size) \(output.refreshInterval)")
  }

  mutating func run() throws {
    while true {
      try draw()
      var waiting = (output.descriptors + [orders]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
      for event in output.takeEvents() { take(event) }
      if waiting.last?.revents != 0, !takeCommands() { break }
    }
    output.close()
    Self.say("closed")
  }

  private mutating func draw() throws {
    guard step != presented || step != target, let buffer = output.nextBuffer() else { return }
    if presented == step { step += target > step ? 1 : -1 }
    let before = drawn[buffer.index].flatMap { $0.generation == buffer.generation ? $0.step : nil }
    pattern.draw(before.map { [pattern.box($0), pattern.box(step)] } ?? [pattern.all], step: step, into: buffer)
    drawn[buffer.index] = (buffer.generation, step)
    let changed = presented.map { [pattern.box($0), pattern.box(step)] } ?? [pattern.all]
    try output.present(buffer, changed: changed)
    presented = step
    isSteady = false
  }

  private mutating func take(_ event: PixelOutputEvent) {
    switch event {
    case .shown:
      shownCount += 1
      guard presented == target, step == target, !isSteady else { return }
      isSteady = true
      let seconds = (Self.now - begun).inSeconds
      Self.say("steady \(target) after \(shownCount) pictures in \((seconds * 1000).rounded() / 1000) s")
    case .hidden: Self.say("hidden")
    case .visible:
      Self.say("visible")
      presented = nil
    case .changed:
      pattern = TrialPattern(size: output.size)
      presented = nil
      Self.say("changed \(output.size)")
    }
  }

  /// - Returns: false when there is nothing more to do.
  private mutating func takeCommands() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(orders, &bytes, bytes.count)
    guard count > 0 else { return false }
    input += bytes[..<count]
    while let end = input.firstIndex(of: 10) {
      let words = String(decoding: input[..<end], as: UTF8.self).split(separator: " ")
      input.removeFirst(end + 1)
      if words.first == "quit" { return false }
      guard words.first == "step", words.count == 2, let number = Int(words[1]) else { continue }
      target = number
      (shownCount, begun) = (0, Self.now)
    }
    return true
  }

  static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }
}
