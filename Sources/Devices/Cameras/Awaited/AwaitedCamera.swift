package import BoothCore
import Synchronization

/// One generation of a camera that is looked for when it is opened; see ``AwaitedCameraSource``.
package final class AwaitedCamera: CameraDriver {
  package let reports: AsyncStream<CameraReport>
  private let report: AsyncStream<CameraReport>.Continuation
  private let source: AwaitedCameraSource
  private let state = Mutex(State())

  private struct State {
    var driver: (any CameraDriver)?
    var forwarding: Task<Void, Never>?
    var isClosed = false
  }

  init(source: AwaitedCameraSource) {
    self.source = source
    // The newest four, as a report may hold a whole photo; a loss is always the last one.
    (reports, report) = AsyncStream.makeStream(of: CameraReport.self, bufferingPolicy: .bufferingNewest(4))
  }

  deinit { state.withLock { $0.forwarding }?.cancel() }

  /// Opens the camera that opened before, or else whichever is attached.
  package func open() async throws(CameraError) -> CameraDescription {
    let camera = try await source.camera()
    let driver = camera.makeDriver()
    let isWanted = state.withLock { state in
      if !state.isClosed { state.driver = driver }
      return !state.isClosed
    }
    guard isWanted else {
      await driver.close()
      throw CameraError(.disconnected, subject: camera.name, detail: "it was closed while it was opened")
    }
    do throws(CameraError) {
      let description = try await driver.open()
      source.stay(with: camera)
      forward(driver)
      return description
    } catch {
      state.withLock { $0.driver = nil }
      await driver.close()
      throw error
    }
  }

  private func forward(_ driver: any CameraDriver) {
    let report = report
    let forwarding = Task {
      for await said in driver.reports { report.yield(said) }
      report.finish()
    }
    state.withLock { $0.forwarding = forwarding }
  }

  private func opened() throws(CameraError) -> any CameraDriver {
    guard let driver = state.withLock({ $0.driver }) else {
      throw CameraError(.disconnected, subject: source.name, detail: "it is not open")
    }
    return driver
  }

  package func startLiveView(
    _ request: LiveViewRequest, into sink: any FrameSink
  ) async throws(CameraError) -> LiveViewFormat { try await opened().startLiveView(request, into: sink) }

  package func stopLiveView() async throws(CameraError) { try await opened().stopLiveView() }
  package func takePhoto() async throws(CameraError) -> Photo { try await opened().takePhoto() }
  package func setParameter(_ name: String, to value: String) async throws(CameraError) {
    try await opened().setParameter(name, to: value)
  }
  package func focus() async throws(CameraError) { try await opened().focus() }
  package func release() async throws(CameraError) { try await opened().release() }

  package func close() async {
    let driver = state.withLock { state in
      state.isClosed = true
      return state.driver
    }
    // What was lost is said before the end; without a driver nothing else ends it.
    guard let driver else { return report.finish() }
    await driver.close()
    if state.withLock({ $0.forwarding == nil }) { report.finish() }
  }
}
