import BoothCore
import Synchronization

/// What a trial has seen so far.
final class TrialLog: Sendable {
  private struct State {
    var complaints: [String] = []
    var timings: [String: [Duration]] = [:]
    var description: CameraDescription?
    var formats: [LiveViewFormat] = []
    var photo: Photo?
    var hung = false
    var drivers: [any CameraDriver] = []
    /// Of the driver made last: a check streams with one at a time.
    var reports: TrialReports?
    var sinks: [TrialFrames] = []
  }

  private let state = Mutex(State())

  func complain(_ words: String) { state.withLock { $0.complaints.append(words) } }
  func note(_ call: String, _ duration: Duration) { state.withLock { $0.timings[call, default: []].append(duration) } }
  func describe(_ description: CameraDescription) { state.withLock { $0.description = description } }
  func keep(_ photo: Photo) { state.withLock { $0.photo = photo } }

  func add(_ driver: any CameraDriver) {
    let reports = TrialReports(driver.reports)
    state.withLock { state in
      state.drivers.append(driver)
      state.reports = reports
    }
  }

  func add(_ sink: TrialFrames) {
    let reports = state.withLock { state in
      state.sinks.append(sink)
      return state.reports
    }
    reports?.add(sink)
  }

  /// What the driver made last says by itself.
  var reports: TrialReports? { state.withLock { $0.reports } }

  func note(_ format: LiveViewFormat) {
    state.withLock { if !$0.formats.contains(format) { $0.formats.append(format) } }
  }

  /// Notes that a call did not return: nothing more can be tried.
  func hang() { state.withLock { $0.hung = true } }

  var hung: Bool { state.withLock { $0.hung } }
  var timings: [String: [Duration]] { state.withLock { $0.timings } }
  var description: CameraDescription? { state.withLock { $0.description } }
  var formats: [LiveViewFormat] { state.withLock { $0.formats } }
  var photo: Photo? { state.withLock { $0.photo } }

  func takeComplaints() -> [String] {
    state.withLock { state in
      defer { state.complaints = [] }
      return state.complaints
    }
  }

  /// Keeps no driver alive that a check is done with.
  func forgetDrivers() { state.withLock { $0.drivers = [] } }

  /// Closes what a check left open, however it ended.
  func closeAll() async {
    let (drivers, sinks) = state.withLock { state in
      defer { (state.drivers, state.sinks) = ([], []) }
      return (state.drivers, state.sinks)
    }
    for driver in drivers { await driver.close() }
    for sink in sinks { sink.letGo() }
  }
}
