public import BoothCore
import BoothSystem
public import Logging

/// Makes mock cameras that play one script; the script's counters go on from generation to generation.
public final class MockCameraSource: CameraSource {
  /// What people and errors call it: the name given, else `mock camera (drawn guests)`, or with the folder of
  /// photographs.
  public let name: String
  private let device: MockDevice
  private let logger: Logger

  /// - Parameter name: for people and errors; made from the script if nil.
  public convenience init(script: MockScript, name: String? = nil, logger: Logger) {
    self.init(script: script, name: name, logger: logger, now: DeviceClock.now)
  }

  /// - Parameters:
  ///   - missesFrames: as a webcam does where the machine is too slow; else those that are late come all the same, each
  ///     with its own time.
  ///   - now: decides when a lost camera is back; live frames follow the real clock regardless.
  package init(
    script: MockScript, name: String? = nil, logger: Logger, missesFrames: Bool = true,
    now: @escaping @Sendable () -> Instant = DeviceClock.now
  ) {
    let shown =
      script.pictures.map { "photographs in \($0)" } ?? (script.showsPattern ? "test pattern" : "drawn guests")
    self.name = name ?? "mock camera (\(shown))"
    self.logger = logger
    device = MockDevice(name: self.name, script: script, missesFrames: missesFrames, now: now)
  }

  /// When its shutter really opened, oldest first: what a measurement of it is held against. The last thousand.
  public var exposures: [Instant] { device.exposures }

  /// Makes the next generation; it plays on where the script is.
  public func makeDriver() -> any CameraDriver { MockCamera(device: device, logger: logger) }

  /// Pulls the camera's plug, whatever the script says: its driver notices with the next frame or call.
  package func unplug() { device.lose(backAfter: nil) }
  package func plugIn() { device.bringBack() }

  /// Returns once so many faults of the script have begun, over all generations.
  public func faults(_ count: Int) async { await device.faultCount.wait(for: count) }
}
