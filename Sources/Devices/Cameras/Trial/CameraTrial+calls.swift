import BoothCore
import Imaging

/// The checks of everything but live view.
extension CameraTrial {
  func describesItself() async throws {
    let (driver, description) = try await opened()
    expect(!source.name.isEmpty, "the source has no name")
    expect(!description.id.isEmpty && !description.model.isEmpty, "no id or model: \(description)")
    expect(!description.driver.isEmpty && !description.formats.isEmpty, "no driver or formats: \(description)")
    await driver.close()
    let (other, again) = try await opened()
    expect(again.id == description.id, "the id changed from \(description.id) to \(again.id)")
    await other.close()
  }

  func takesPhotos() async throws {
    let (driver, _) = try await opened()
    check(try await takePhoto(driver))
    let sink = TrialFrames()
    _ = try await startLiveView(driver, sink)
    try await frames(3, sink)
    for _ in 0..<max(1, shots) {
      check(try await takePhoto(driver))
      // Live view goes on, or comes back, by itself.
      try await frames(sink.records.count + 2, sink)
    }
    try await stopLiveView(driver)
    await driver.close()
  }

  func refusesUnknownParameters() async throws {
    let (driver, _) = try await opened()
    try await expectFailure(.unsupported, "an unknown parameter") { () throws(CameraError) in
      try await driver.setParameter("no such parameter", to: "1")
    }
    await driver.close()
  }

  func endsWithClose() async throws {
    let (driver, _) = try await opened()
    let sink = TrialFrames()
    _ = try await startLiveView(driver, sink)
    try await frames(1, sink)
    await driver.close()
    await driver.close()
    _ = try await call("the end of its reports") { [log] () async throws(CameraError) in await log.reports?.ended() }
    try await expectFailure(nil, "a photo after close") { () throws(CameraError) in _ = try await driver.takePhoto() }
    try await expectFailure(nil, "open after close") { () throws(CameraError) in _ = try await driver.open() }
    let request = request
    try await expectFailure(nil, "live view after close") { () throws(CameraError) in
      _ = try await driver.startLiveView(request, into: sink)
    }
    let unopened = source.makeDriver()
    try await expectFailure(nil, "a photo before open") { () throws(CameraError) in
      _ = try await unopened.takePhoto()
    }
    await unopened.close()
  }

  func opensAgain() async throws {
    for _ in 1...5 {
      let (driver, _) = try await opened()
      let sink = TrialFrames()
      _ = try await startLiveView(driver, sink)
      try await frames(2, sink)
      // While it streams: the next generation must not be told that the device is busy.
      await driver.close()
    }
  }

  /// Pulls the plug during live view and puts it back.
  /// - Parameters:
  ///   - unplug: makes the device go away, now or after a few more frames.
  ///   - plugIn: brings it back before it returns.
  package func isLostAndReturns(
    unplug: @escaping @Sendable () async -> Void, plugIn: @escaping @Sendable () async -> Void
  ) async throws -> [String] {
    let (driver, description) = try await opened()
    let sink = TrialFrames()
    _ = try await startLiveView(driver, sink)
    try await frames(2, sink)
    await unplug()
    let lost = try await call("the report of the loss") { [log] () async throws(CameraError) -> CameraError? in
      await log.reports?.lost() ?? nil
    }
    expect(lost?.code == .disconnected, "the loss was reported as \(lost.map(\.description) ?? "nothing")")
    try await expectFailure(.disconnected, "a photo after the loss") { () throws(CameraError) in
      _ = try await driver.takePhoto()
    }
    await driver.close()
    let early = source.makeDriver()
    do {
      _ = try await call("open") { () throws(CameraError) in try await early.open() }
      expect(false, "a camera that is away could be opened")
    } catch let error as CameraError {
      expect(error.code == .disconnected || error.code == .notFound, "opening a camera that is away said: \(error)")
    }
    await early.close()
    await plugIn()
    let (next, again) = try await opened()
    expect(again.id == description.id, "it came back as \(again.id), not as \(description.id)")
    let fresh = TrialFrames()
    _ = try await startLiveView(next, fresh)
    try await frames(2, fresh)
    await log.closeAll()
    return log.takeComplaints()
  }

  private func check(_ photo: Photo) {
    do {
      let size = try JPEGCodec().validate(photo.jpeg)
      expect(size == photo.size, "the photo is \(size), but said to be \(photo.size)")
    } catch {
      expect(false, "the photo is damaged: \(error)")
    }
    expect(!photo.fromLiveView, "a driver's own photo is marked as a makeshift")
  }

  private func expectFailure(
    _ code: CameraError.Code?, _ what: String, _ body: @escaping @Sendable () async throws(CameraError) -> Void
  ) async throws {
    do {
      try await call(what, body)
      expect(false, "\(what) was accepted")
    } catch let error as CameraError {
      expect(code == nil || error.code == code, "\(what) failed with \(error)")
      expect(!error.subject.isEmpty && !error.detail.isEmpty, "\(what): an error without words")
    }
  }
}
