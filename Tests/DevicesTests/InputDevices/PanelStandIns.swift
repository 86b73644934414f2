import BoothCore
import CLinux
import Glibc
import Synchronization

@testable import InputDevices

/// A GPIO chip of which a test moves the lines and reads the lamps. Used by the test and the panel's thread.
final class StandInGPIO: GPIOAccess, @unchecked Sendable {
  // Sendable: everything that changes is behind `state`.
  struct State {
    var chips = [GPIOChip(path: "/dev/gpiochip0", name: "gpiochip0", label: "pinctrl-test", lineCount: 32)]
    var names: [String: UInt32] = ["GPIO5": 5]
    var levels: [UInt32: Bool] = [:]
    var edges: [UInt32: [(Bool, Instant)]] = [:]
    var alarms: [UInt32: Int32] = [:]
    /// The levels of outputs, in the order they were set.
    var lamps: [UInt32: [Bool]] = [:]
    var released: Set<UInt32> = []
    var refused: [UInt32: PanelFault] = [:]
  }

  let state = Mutex(State())

  func chips() -> [GPIOChip] { state.withLock { $0.chips } }
  func offset(of name: String, on chip: GPIOChip) -> UInt32? { state.withLock { $0.names[name] } }

  func input(_ line: PanelLine, at offset: UInt32, on chip: GPIOChip) throws(PanelFault) -> any GPIORequest {
    try take(offset, isOutput: false)
  }

  func output(_ line: PanelLine, at offset: UInt32, on chip: GPIOChip) throws(PanelFault) -> any GPIORequest {
    try take(offset, isOutput: true)
  }

  /// Moves a line, as a finger does.
  func move(_ offset: UInt32, to isClosed: Bool, at: Instant) {
    let alarm = state.withLock { state in
      state.levels[offset] = isClosed
      state.edges[offset, default: []].append((isClosed, at))
      return state.alarms[offset]
    }
    var one: UInt64 = 1
    if let alarm { _ = write(alarm, &one, 8) }
  }

  /// A line moved; the panel hears of it at the next ``ring(_:)``.
  func edge(_ offset: UInt32, to isClosed: Bool, at: Instant) {
    state.withLock { state in
      state.levels[offset] = isClosed
      state.edges[offset, default: []].append((isClosed, at))
    }
  }

  /// Wakes the waiter for the line.
  func ring(_ offset: UInt32) {
    var one: UInt64 = 1
    if let alarm = state.withLock({ $0.alarms[offset] }) { _ = write(alarm, &one, 8) }
  }

  /// A short press of which the kernel kept the first edge only.
  func dropEdge(_ offset: UInt32, at: Instant) {
    let alarm = state.withLock { state in
      state.levels[offset] = false
      state.edges[offset, default: []].append((true, at))
      return state.alarms[offset]
    }
    var one: UInt64 = 1
    if let alarm { _ = write(alarm, &one, 8) }
  }

  private func take(_ offset: UInt32, isOutput: Bool) throws(PanelFault) -> any GPIORequest {
    if let fault = state.withLock({ $0.refused[offset] }) { throw fault }
    let alarm = isOutput ? -1 : clinux_eventfd()
    state.withLock { state in
      if isOutput { state.lamps[offset, default: []].append(false) } else { state.alarms[offset] = alarm }
      state.released.remove(offset)
    }
    return Request(gpio: self, offset: offset, descriptor: alarm)
  }

  private final class Request: GPIORequest {
    let descriptor: Int32
    private let gpio: StandInGPIO
    private let offset: UInt32

    init(gpio: StandInGPIO, offset: UInt32, descriptor: Int32) {
      self.gpio = gpio
      self.offset = offset
      self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func readEdge() throws(PanelFault) -> (isClosed: Bool, at: Instant)? {
      var count: UInt64 = 0
      _ = read(descriptor, &count, 8)
      let fault = gpio.state.withLock { $0.refused[offset] }
      if let fault { throw fault }
      return gpio.state.withLock { state in
        guard let edge = state.edges[offset]?.first else { return nil }
        state.edges[offset]?.removeFirst()
        return edge
      }
    }

    func value() throws(PanelFault) -> Bool { gpio.state.withLock { $0.levels[offset] ?? false } }

    func set(_ isOn: Bool) throws(PanelFault) { gpio.state.withLock { $0.lamps[offset, default: []].append(isOn) } }

    func release() { _ = gpio.state.withLock { $0.released.insert(offset) } }
  }
}

/// Input devices that a test plugs in. Used by the test and the panel's thread.
final class StandInInput: InputAccess, @unchecked Sendable {
  // Sendable: everything that changes is behind `state`.
  struct Device {
    var facts: InputFacts
    var keys: Set<UInt16> = []
    var held: Set<UInt16> = []
    var axes: TouchAxes?
    var events: [InputEvent] = []
    var alarm: Int32 = -1
    var isGrabbed = false
    var isGone = false
  }

  let state = Mutex([String: Device]())
  private let watchAlarm = clinux_eventfd()

  deinit { close(watchAlarm) }

  func paths() -> [String] { state.withLock { $0.filter { !$0.value.isGone }.keys.sorted() } }

  func plug(_ path: String, _ device: Device) {
    state.withLock { $0[path] = device }
    ring(watchAlarm)
  }

  func unplug(_ path: String) {
    state.withLock { state in
      state[path]?.isGone = true
      ring(state[path]?.alarm ?? -1)
    }
  }

  func send(_ path: String, _ events: [InputEvent]) {
    state.withLock { state in
      state[path]?.events += events
      ring(state[path]?.alarm ?? -1)
    }
  }

  private func ring(_ alarm: Int32) {
    var one: UInt64 = 1
    if alarm >= 0 { _ = write(alarm, &one, 8) }
  }

  func open(_ path: String) throws(PanelFault) -> any InputDevice {
    let alarm = clinux_eventfd()
    let facts = state.withLock { state in
      state[path]?.alarm = alarm
      return state[path]?.facts
    }
    guard let facts else { throw PanelFault("\(path) is gone") }
    return Opened(input: self, path: path, facts: facts, descriptor: alarm)
  }

  func watch() -> (any InputWatch)? { Watch(descriptor: watchAlarm) }

  private final class Watch: InputWatch {
    let descriptor: Int32
    init(descriptor: Int32) { self.descriptor = descriptor }
    func drain() -> Bool {
      var count: UInt64 = 0
      return read(descriptor, &count, 8) == 8
    }
  }

  private final class Opened: InputDevice {
    let descriptor: Int32
    let facts: InputFacts
    private let input: StandInInput
    private let path: String

    init(input: StandInInput, path: String, facts: InputFacts, descriptor: Int32) {
      self.input = input
      self.path = path
      self.facts = facts
      self.descriptor = descriptor
    }

    deinit {
      input.state.withLock { state in
        if state[path]?.alarm == descriptor { state[path]?.alarm = -1 }
        close(descriptor)
      }
    }

    func canSend(key: UInt16) -> Bool { input.state.withLock { $0[path]?.keys.contains(key) ?? false } }
    func isHeld(key: UInt16) -> Bool { input.state.withLock { $0[path]?.held.contains(key) ?? false } }
    func touchAxes() -> TouchAxes? { input.state.withLock { $0[path]?.axes } }
    func grab() throws(PanelFault) { input.state.withLock { $0[path]?.isGrabbed = true } }

    func read() throws(PanelFault) -> [InputEvent] {
      var count: UInt64 = 0
      _ = Glibc.read(descriptor, &count, 8)
      let (events, isGone) = input.state.withLock { state in
        defer { state[path]?.events = [] }
        return (state[path]?.events ?? [], state[path]?.isGone ?? true)
      }
      if isGone { throw PanelFault("\(facts.name) (\(path)) is gone; plug it in again") }
      return events
    }
  }
}
