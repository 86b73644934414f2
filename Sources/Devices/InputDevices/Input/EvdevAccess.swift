import BoothCore
import BoothSystem
import CLinux
import FoundationEssentials
import Glibc

/// The kernel's input devices.
struct EvdevAccess: InputAccess {
  private static let folder = "/dev/input"

  func paths() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder)) ?? []
    return names.filter { $0.hasPrefix("event") }.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map {
      Self.folder + "/" + $0
    }
  }

  func open(_ path: String) throws(PanelFault) -> any InputDevice { try EvdevDevice(path) }

  func watch() -> (any InputWatch)? { FolderWatch(Self.folder) }
}

private final class FolderWatch: InputWatch {
  let descriptor: Int32

  init?(_ folder: String) {
    descriptor = clinux_watch_folder(folder)
    if descriptor < 0 { return nil }
  }

  deinit { Glibc.close(descriptor) }

  func drain() -> Bool { clinux_watch_drain(descriptor) != 0 }
}

private final class EvdevDevice: InputDevice {
  let descriptor: Int32
  let facts: InputFacts
  private let path: String

  init(_ path: String) throws(PanelFault) {
    self.path = path
    descriptor = clinux_input_open(path)
    guard descriptor >= 0 else {
      throw PanelFault("the input device \(path)", code: -descriptor, group: "input", path: path)
    }
    var name = [CChar](repeating: 0, count: 256)
    var place = name
    _ = clinux_input_name(descriptor, &name, name.count)
    _ = clinux_input_place(descriptor, &place, place.count)
    var (bus, vendor, product) = (UInt16(0), UInt16(0), UInt16(0))
    let isKnown = clinux_input_identity(descriptor, &bus, &vendor, &product) == 0 && vendor != 0
    facts = InputFacts(
      name: Self.text(name), usb: isKnown ? USBIdentity(vendor: vendor, product: product) : nil,
      place: Self.text(place))
  }

  deinit { Glibc.close(descriptor) }

  func canSend(key: UInt16) -> Bool { clinux_input_has(descriptor, InputEvent.key, key) > 0 }
  func isHeld(key: UInt16) -> Bool { clinux_input_is_held(descriptor, key) > 0 }

  func touchAxes() -> TouchAxes? {
    guard clinux_input_is_direct(descriptor) > 0 || canSend(key: InputEvent.touch) else { return nil }
    let pairs = [(InputEvent.x, InputEvent.y), (InputEvent.multitouchX, InputEvent.multitouchY)]
    for (x, y) in pairs {
      if let x = axis(x), let y = axis(y) { return TouchAxes(x: x, y: y, saysTouch: canSend(key: InputEvent.touch)) }
    }
    return nil
  }

  private func axis(_ code: UInt16) -> InputAxis? {
    guard clinux_input_has(descriptor, InputEvent.absolute, code) > 0 else { return nil }
    var (least, most, value) = (Int32(0), Int32(0), Int32(0))
    guard clinux_input_axis(descriptor, code, &least, &most, &value) == 0, most > least else { return nil }
    return InputAxis(least: least, most: most, value: value)
  }

  func grab() throws(PanelFault) {
    let code = clinux_input_grab(descriptor, 1)
    guard code < 0 else { return }
    throw PanelFault(
      code == -EBUSY
        ? "\(facts.name) (\(path)) is taken by another program alone; end it, or say grab: false"
        : "\(facts.name) (\(path)) cannot be taken alone: \(SystemWords.of(-code))")
  }

  func read() throws(PanelFault) -> [InputEvent] {
    var events = [clinux_input_event](repeating: clinux_input_event(), count: 64)
    let count = clinux_input_read(descriptor, &events, 64)
    guard count >= 0 else { throw PanelFault("\(facts.name) (\(path)) is gone; plug it in again") }
    return events[..<Int(count)].map {
      InputEvent(type: $0.type, code: $0.code, value: $0.value, at: Instant(nanoseconds: $0.nanoseconds))
    }
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
