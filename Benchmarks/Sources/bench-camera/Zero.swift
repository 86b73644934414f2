import Cameras
import BoothCore
import BoothRuntime
import Logging
import Measuring

/// How far exposures are from zero on the screen, with cameras of several lags: as they come, and once each camera was
/// measured by `CameraCalibration`. Returns whether all measured ones are within the tolerance.
func measureZero(in folder: String) async throws -> Bool {
  print("zero on the screen to the exposure, in ms, 6 photos each:")
  print(row("lag of the camera", "unmeasured", "measured as", "median error", "worst error"))
  var holds = true
  for lag in [0, 60, 150, 400, 1200] {
    var script = MockScript(
      showsPattern: true,
      size: PixelSize(width: 640, height: 360), stillSize: PixelSize(width: 1200, height: 800))
    script.delays.lag = [.milliseconds(lag)]
    let raw = try await errors(script, CalibrationBook(), folder: "\(folder)-\(lag)-raw", sessions: 1)
    let log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
    let found: CameraCalibration.Result
    do { found = try await CameraCalibration(MockCameraSource(script: script, logger: log)).run() } catch {
      print(row("\(lag)", whole(raw), "refused: \(error)"))
      holds = false
      continue
    }
    let milliseconds = Int((found.lag.inSeconds * 1000).rounded())
    let entry = CalibrationBook.Entry(
      model: "", lagMilliseconds: milliseconds, spreadMilliseconds: 0, shots: found.shots.count, way: found.way,
      measured: "")
    let book = CalibrationBook(cameras: [found.camera.id: entry])
    let errors = try await errors(script, book, folder: "\(folder)-\(lag)", sessions: 2)
    let worst = errors.max { abs($0) < abs($1) } ?? .infinity
    if abs(worst) > ShutterTiming.tolerance.inSeconds * 1000 { holds = false }
    print(row("\(lag)", whole(raw), "\(milliseconds)", whole(errors), tenths(worst)))
  }
  print("limit: \(Int(ShutterTiming.tolerance.inSeconds * 1000)) ms either way; \(holds ? "held" : "NOT HELD")")
  return holds
}

/// Milliseconds from each photo's zero to its exposure.
private func errors(
  _ script: MockScript, _ book: CalibrationBook, folder: String, sessions: Int
) async throws -> [Double] {
  var timings = Timings()
  timings.review = .milliseconds(300)
  timings.qr = .zero
  timings.qrIgnore = .zero
  let plan = CapturePlan.fotoX(count: 3, clip: nil, countdown: .seconds(2), review: .milliseconds(300))
  let log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
  let camera = MockCameraSource(script: script, name: "camera", logger: log)
  let rig = try await Rig(camera, plan: plan, timings: timings, folder: folder, calibrations: book)
  for _ in 0..<sessions {
    await rig.screen.waits(.seconds(20)) { $0.content == .attract }
    rig.booth.post(.pressed(.start))
    await rig.screen.waits(.seconds(20)) { if case .countdown = $0.content { true } else { false } }
    await rig.screen.waits(.seconds(60)) { $0.content == .attract }
  }
  let exposures = camera.exposures
  try await rig.end()
  var zeros: [Instant] = []
  for shown in rig.screen.shown {
    if case .countdown(let until) = shown.scene.content, zeros.last != until { zeros.append(until) }
  }
  guard zeros.count == exposures.count else { fail("\(exposures.count) exposures for \(zeros.count) countdowns") }
  return zip(zeros, exposures).map { ($1 - $0).inSeconds * 1000 }
}

private func whole(_ values: [Double]) -> String { values.isEmpty ? "–" : tenths(median(values)) }
func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

func row(_ cells: String...) -> String {
  cells.enumerated().map { index, cell in
    index == cells.count - 1 ? cell : cell + String(repeating: " ", count: max(1, (index == 0 ? 34 : 16) - cell.count))
  }.joined()
}
