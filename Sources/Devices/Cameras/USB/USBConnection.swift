package import BoothCore
import BoothSystem
import CLinux
import Glibc
import Synchronization

/// The USB device behind a camera: what can be done to it when its driver cannot help any more. Remembers where it was
/// last seen, so that its port can be switched while it is away.
public final class USBConnection: Sendable {
  private let subject: String
  private let tree: USBTree
  private let find: @Sendable (USBTree) -> USBDevice?
  private let power: PowerSwitch?
  private let place = Mutex<String?>(nil)

  /// - Parameters:
  ///   - subject: the camera, for errors.
  ///   - find: looks where the camera is now.
  package init(
    subject: String, tree: USBTree, power: PowerSwitch?, find: @escaping @Sendable (USBTree) -> USBDevice?
  ) {
    self.subject = subject
    self.tree = tree
    self.power = power
    self.find = find
  }

  /// Where it is, or was; another device at the place where it was counts as the same one, plugged in anew.
  @discardableResult
  public func look() -> USBDevice? {
    if let device = find(tree) {
      place.withLock { $0 = device.place }
      return device
    }
    return place.withLock { $0 }.flatMap { tree.device(at: $0) }
  }

  /// Adds the rungs that this camera has: a reset where it is on USB, or may be once it is plugged in, and a power cut
  /// where there is a switch.
  func complete(_ steps: RecoverySteps, mayBeOnUSB: Bool) -> RecoverySteps {
    var steps = steps
    if mayBeOnUSB || look() != nil { steps.resetUSB = steps.resetUSB ?? RecoverySteps.usualReset }
    if power != nil { steps.cutPower = steps.cutPower ?? RecoverySteps.usualPowerCut }
    return steps
  }

  // MARK: Steps

  func reset() async throws(CameraError) {
    try await OwnThread.run("usb-reset") { [self] () throws(CameraError) in try resetNow() }
  }

  /// Blocks until the kernel has reset the device and talked to it again (USBDEVFS_RESET).
  package func resetNow() throws(CameraError) {
    guard let device = look() else {
      throw CameraError(.notFound, subject: subject, detail: "it is not on USB at the moment")
    }
    let path = tree.node(of: device)
    let node = open(path, O_WRONLY | O_CLOEXEC)
    guard node >= 0 else { throw error("opening \(path)", errno) }
    defer { close(node) }
    let result = clinux_ioctl(node, CLINUX_USBDEVFS_RESET, nil)
    // ENODEV: it answers as another device now, and the kernel has plugged it in anew. That is a reset, too.
    guard result >= 0 || result == -ENODEV else { throw error("resetting \(path)", -result) }
  }

  func cutPower() async throws(CameraError) {
    try await OwnThread.run("camera-power") { [self] () throws(CameraError) in try cutPowerNow() }
  }

  /// Blocks for as long as the power is off, and a moment more.
  package func cutPowerNow() throws(CameraError) {
    look()
    switch power {
    case nil: throw CameraError(.unsupported, subject: subject, detail: "nothing here switches its power")
    case .usbPort(let off):
      let file = try portSwitch()
      try write("1", to: file)
      OwnThread.pause(off)
      try write("0", to: file)
    case .command(let off, let on, let pause):
      try PowerCommand(off, subject: subject).run()
      OwnThread.pause(pause)
      try PowerCommand(on, subject: subject).run()
    }
  }

  /// What is there to switch its power, in words; nil where nothing is set.
  public var powerWords: String? {
    look()
    switch power {
    case nil: return nil
    case .usbPort:
      do throws(CameraError) { return "through \(try portSwitch()), untested on hardware" } catch {
        return "not possible: \(error.detail)"
      }
    case .command(let off, _, _): return "by `\(off.joined(separator: " "))`, untested on hardware"
    }
  }

  /// Whether this program may reset it, in words.
  public var resetWords: String {
    guard let device = look() else { return "once it is plugged in" }
    let path = tree.node(of: device)
    guard access(path, W_OK) == 0 else {
      return "not possible: \(path) is not writable; give the booth's user the right with a udev rule"
    }
    return "\(device.model) at \(device.place)"
  }

  private func portSwitch() throws(CameraError) -> String {
    guard let place = place.withLock({ $0 }) else {
      throw CameraError(.notFound, subject: subject, detail: "its port is not known before it was seen there once")
    }
    guard let file = tree.portSwitch(at: place) else {
      throw CameraError(
        .unsupported, subject: subject,
        detail: "the port \(place) cannot be switched: that needs Linux 6.0, and a hub that can; use a relay")
    }
    return file
  }

  private func write(_ text: String, to path: String) throws(CameraError) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw error("opening \(path)", errno) }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard bytes.withUnsafeBytes({ Glibc.write(file, $0.baseAddress!, $0.count) }) == bytes.count else {
      throw error("writing \(path)", errno)
    }
  }

  private func error(_ what: String, _ reason: Int32) -> CameraError {
    let words = "\(what): \(SystemWords.of(reason))"
    switch reason {
    case EACCES, EPERM:
      return CameraError(
        .failed, subject: subject, detail: "\(words); give the booth's user the right with a udev rule")
    case ENOENT, ENODEV: return CameraError(.notFound, subject: subject, detail: words)
    default: return CameraError(.failed, subject: subject, detail: words)
    }
  }
}
