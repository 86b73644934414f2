import BoothCore
import CGPIOD
import FoundationEssentials
import Glibc

/// The machine's GPIO through libgpiod, of either version: `CGPIOD` hides which.
struct LibGPIOD: GPIOAccess {
  static let consumer = "booth"

  /// `libgpiod 1.6.3`.
  static var version: String { "libgpiod \(String(cString: cgpiod_version()))" }

  func chips() -> [GPIOChip] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []).filter {
      $0.hasPrefix("gpiochip")
    }
    return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { name in
      let path = "/dev/" + name
      var facts = cgpiod_chip_facts()
      let code = cgpiod_chip(path, &facts)
      guard code == 0 else {
        let fault = PanelFault("the GPIO chip \(path)", code: -code, group: "gpio", path: path)
        return GPIOChip(path: path, name: name, label: "", lineCount: 0, fault: fault)
      }
      return GPIOChip(
        path: path, name: CText.read(facts.name), label: CText.read(facts.label), lineCount: Int(facts.lines))
    }
  }

  func offset(of name: String, on chip: GPIOChip) -> UInt32? {
    (0..<UInt32(chip.lineCount)).first { offset in
      var facts = cgpiod_line_facts()
      return cgpiod_line(chip.path, offset, &facts) == 0 && CText.read(facts.name) == name
    }
  }

  func input(_ line: PanelLine, at offset: UInt32, on chip: GPIOChip) throws(PanelFault) -> any GPIORequest {
    try LibGPIODRequest(line, at: offset, on: chip, isOutput: false)
  }

  func output(_ line: PanelLine, at offset: UInt32, on chip: GPIOChip) throws(PanelFault) -> any GPIORequest {
    try LibGPIODRequest(line, at: offset, on: chip, isOutput: true)
  }
}

private final class LibGPIODRequest: GPIORequest {
  let descriptor: Int32
  private var held: OpaquePointer?
  private let subject: String
  private let path: String

  init(_ line: PanelLine, at offset: UInt32, on chip: GPIOChip, isOutput: Bool) throws(PanelFault) {
    subject = "line \(offset) of \(chip.name)"
    path = chip.path
    let bias: cgpiod_bias =
      switch line.bias {
      case .pullUp: CGPIOD_BIAS_PULL_UP
      case .pullDown: CGPIOD_BIAS_PULL_DOWN
      case .none: CGPIOD_BIAS_NONE
      }
    var code: Int32 = 0
    held = cgpiod_take(chip.path, offset, LibGPIOD.consumer, isOutput ? 1 : 0, 0, line.isActiveLow ? 1 : 0, bias, &code)
    guard let held else {
      descriptor = -1
      // A chip without pull resistors refuses to be asked for them, each in its own way.
      if !isOutput, code == -EOPNOTSUPP || code == -ENOTSUP || code == -ENOTTY {
        throw PanelFault("\(subject) has no such pull resistor; say bias: \"none\" and solder one")
      }
      throw PanelFault(subject, code: -code, group: "gpio", path: path)
    }
    descriptor = isOutput ? -1 : cgpiod_descriptor(held)
  }

  deinit { release() }

  func readEdge() throws(PanelFault) -> (isClosed: Bool, at: Instant)? {
    guard let held else { return nil }
    var isActive: Int32 = 0
    var nanoseconds: UInt64 = 0
    let code = cgpiod_read_edge(held, &isActive, &nanoseconds)
    guard code >= 0 else { throw fault(code) }
    return code == 0 ? nil : (isActive != 0, Instant(nanoseconds: Int64(clamping: nanoseconds)))
  }

  func value() throws(PanelFault) -> Bool {
    guard let held else { return false }
    let code = cgpiod_get(held)
    guard code >= 0 else { throw fault(code) }
    return code != 0
  }

  func set(_ isOn: Bool) throws(PanelFault) {
    guard let held else { return }
    let code = cgpiod_set(held, isOn ? 1 : 0)
    guard code >= 0 else { throw fault(code) }
  }

  func release() {
    cgpiod_release(held)
    held = nil
  }

  private func fault(_ code: Int32) -> PanelFault { PanelFault(subject, code: -code, group: "gpio", path: path) }
}

/// A C array of characters up to its zero.
enum CText {
  static func read<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
