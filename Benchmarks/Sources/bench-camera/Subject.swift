import Cameras
import BoothCore
import BoothRuntime
import BoothTesting
import Logging

/// The camera that a fault befalls.
enum Subject {
  case mock(MockCameraSource)
  case dslr(GPhoto2CameraSource, SimulatedPTPCamera, DSLRFault)

  init(_ fault: Case.Fault) throws {
    let log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
    switch fault {
    case .mock(let faults):
      var script = MockScript(
        showsPattern: true,
        size: PixelSize(width: 320, height: 240), framesPerSecond: mockRate,
        stillSize: PixelSize(width: 640, height: 480))
      script.faults = faults
      self = .mock(MockCameraSource(script: script, name: "camera", logger: log))
    case .dslr(let fault):
      let camera = try SimulatedPTPCamera()
      if fault.at == .start { fault.begin(on: camera) }
      let program = CameraProgram(path: "/proc/self/exe", arguments: ["bench-camera", "camera-helper"])
      self = .dslr(GPhoto2CameraSource(port: camera.port, program: program, logger: log), camera, fault)
    }
  }

  var source: any CameraSource {
    switch self {
    case .mock(let source): source
    case .dslr(let source, _, _): source
    }
  }

  /// Waits until the fault has begun in a session that is under way, and says when that was.
  func begins(_ rig: Rig, started: Instant) async -> Instant {
    switch self {
    case .mock(let source):
      await source.faults(1)
      return rig.clock.now
    case .dslr(_, let camera, let fault):
      switch fault.at {
      case .start: return started
      case .recording:
        await rig.screen.waits(.seconds(20)) { if case .recording = $0.content { true } else { false } }
        fault.begin(on: camera)
      case .photo:
        await rig.screen.waits(.seconds(20)) { if case .countdown = $0.content { true } else { false } }
        fault.begin(on: camera)
        await rig.screen.waits(.seconds(20)) { if case .shutter = $0.content { true } else { false } }
      }
      return rig.clock.now
    }
  }
}
