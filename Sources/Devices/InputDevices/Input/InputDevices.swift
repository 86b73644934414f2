import BoothCore

/// A panel's keys, pedals and touch screens: devices are found by the profile, come and go. Used by the panel's thread
/// only.
final class InputDevices {
  /// One device that is read.
  private struct Open {
    var device: any InputDevice
    var path: String
    var reading: InputReading
    /// The buttons that its keys and its finger hold.
    var held: Set<UInt16> = []
    var touched: Int?
  }

  private let profile: PanelProfile
  private let access: any InputAccess
  private let rotation: Int
  private var open: [Open] = []
  private var watch: (any InputWatch)?
  /// Devices that are not the panel's, until something changes.
  private var others: Set<String> = []
  /// How many contacts hold a button.
  private var holders: [Int]
  private(set) var problem: String?

  /// - Parameter rotation: how the display is turned clockwise, where the profile says nothing of the device.
  init(_ profile: PanelProfile, access: any InputAccess, rotation: Int = 0) {
    self.profile = profile
    self.rotation = rotation
    self.access = access
    holders = Array(repeating: 0, count: profile.buttons.count)
  }

  var descriptors: [Int32] { open.map(\.device.descriptor) + (watch.map { [$0.descriptor] } ?? []) }
  /// The names of the devices that are read.
  var names: [String] { open.map(\.device.facts.name) }

  /// Looks for devices. Keys that are held already are no presses.
  func scan(at now: Instant, into reports: inout [PanelContact]) {
    guard profile.usesInput else { return }
    if watch == nil {
      watch = access.watch()
      others = []
    }
    problem = nil
    let paths = access.paths()
    others.formIntersection(paths)
    for path in paths where !others.contains(path) && !open.contains(where: { $0.path == path }) {
      do throws(PanelFault) {
        let device = try access.open(path)
        guard let (requested, axes) = Self.match(device, profile) else {
          others.insert(path)
          continue
        }
        try take(device, path, requested, axes, at: now, into: &reports)
      } catch {
        problem = problem ?? error.words
      }
    }
    if problem == nil { problem = missing }
  }

  /// Reads everything there is. Returns whether devices may have come or gone.
  func drain(at now: Instant, into reports: inout [PanelContact]) -> Bool {
    var isOther = watch?.drain() ?? false
    if isOther { others = [] }
    for index in open.indices.reversed() {
      do throws(PanelFault) {
        while case let events = try open[index].device.read(), !events.isEmpty {
          for event in events {
            guard let change = open[index].reading.take(event) else { continue }
            apply(change, to: index, into: &reports)
          }
        }
      } catch {
        problem = error.words
        letGo(of: index, at: now, into: &reports)
        open.remove(at: index)
        isOther = true
      }
    }
    return isOther
  }

  func close() {
    open = []
    watch = nil
  }

  // MARK: Which devices

  /// Which of the profile's devices it is (nil where it names none), and its axes where touches count; nil if it is not
  /// the panel's.
  static func match(_ device: any InputDevice, _ profile: PanelProfile) -> (requested: Int?, axes: TouchAxes?)? {
    let axes = profile.buttons.contains { $0.touch != nil } ? device.touchAxes() : nil
    guard axes != nil || profile.buttons.contains(where: { $0.keys.contains(where: device.canSend(key:)) }) else {
      return nil
    }
    if profile.devices.isEmpty { return (nil, axes) }
    let facts = device.facts
    guard let requested = profile.devices.firstIndex(where: { $0.matches(name: facts.name, usb: facts.usb) }) else {
      return nil
    }
    return (requested, axes)
  }

  private func take(
    _ device: any InputDevice, _ path: String, _ requested: Int?, _ axes: TouchAxes?, at now: Instant,
    into reports: inout [PanelContact]
  ) throws(PanelFault) {
    let requested = requested.map { profile.devices[$0] }
    if requested?.isGrabbed ?? false { try device.grab() }
    let reading = InputReading(axes: axes, rotation: requested?.rotation ?? rotation)
    open.append(Open(device: device, path: path, reading: reading))
    findHeld(open.count - 1, at: now, into: &reports)
  }

  private var missing: String? {
    if profile.devices.isEmpty {
      return open.isEmpty ? "no keyboard, pedal or touch screen with the panel's keys is attached" : nil
    }
    guard open.isEmpty else { return nil }
    let requestedSettings = profile.devices.map { requested in
      [requested.name.map { "\"\($0)\"" }, requested.usb.map { "\($0)" }].compactMap { $0 }.joined(separator: " ")
    }
    return """
      none of the panel's input devices (\(requestedSettings.joined(separator: ", "))) is attached; plug it in (`booth devices` lists \
      what there is)
      """
  }

  // MARK: What they say

  private func apply(_ change: InputReading.Change, to index: Int, into reports: inout [PanelContact]) {
    switch change {
    case .key(let key, let isDown, let at):
      guard let button = profile.buttons.firstIndex(where: { $0.keys.contains(key) }) else { return }
      if isDown ? open[index].held.insert(key).inserted : open[index].held.remove(key) != nil {
        hold(button, isDown, at: at, into: &reports)
      }
    case .touched(let x, let y, let at):
      guard let button = profile.buttons.firstIndex(where: { $0.touch?.contains(x: x, y: y) ?? false }) else { return }
      open[index].touched = button
      hold(button, true, at: at, point: PicturePoint(x: x, y: y), into: &reports)
    case .released(let at):
      if let button = open[index].touched { hold(button, false, at: at, into: &reports) }
      open[index].touched = nil
    case .lost(let at):
      letGo(of: index, at: at, into: &reports)
      findHeld(index, at: at, into: &reports)
    }
  }

  /// A button with several contacts is closed while one of them is.
  private func hold(
    _ button: Int, _ isDown: Bool, at: Instant, isNews: Bool = true, point: PicturePoint? = nil,
    into reports: inout [PanelContact]
  ) {
    let before = holders[button]
    holders[button] = max(0, before + (isDown ? 1 : -1))
    if (before > 0) != (holders[button] > 0) {
      reports.append(PanelContact(button: button, isClosed: isDown, at: at, isNews: isNews, point: point))
    }
  }

  private func findHeld(_ index: Int, at now: Instant, into reports: inout [PanelContact]) {
    for (button, facts) in profile.buttons.enumerated() {
      for key in facts.keys where open[index].device.isHeld(key: key) {
        open[index].held.insert(key)
        hold(button, true, at: now, isNews: false, into: &reports)
      }
    }
  }

  /// Nothing that a device held is held any more; nothing was pressed or released.
  private func letGo(of index: Int, at now: Instant, into reports: inout [PanelContact]) {
    for key in open[index].held {
      guard let button = profile.buttons.firstIndex(where: { $0.keys.contains(key) }) else { continue }
      hold(button, false, at: now, isNews: false, into: &reports)
    }
    if let button = open[index].touched { hold(button, false, at: now, isNews: false, into: &reports) }
    open[index].held = []
    open[index].touched = nil
  }
}
