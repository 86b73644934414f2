public import BoothCore
import BoothImaging
import Glibc
public import Testing

/// What every ``CameraDriver`` must do, whatever it drives. Each new driver runs this.
///
/// Every check makes drivers of its own, so they may run in any order; the camera must be there and free. Give the
/// test a time limit: a driver that never delivers makes a check wait for ever.
public struct CameraConformance: Sendable {
  private let source: any CameraSource
  private let request: LiveViewRequest
  private let location: SourceLocation

  public init(
    _ source: any CameraSource, request: LiveViewRequest = LiveViewRequest(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.source = source
    self.request = request
    location = sourceLocation
  }

  /// Runs every check that needs nobody to pull a plug.
  public func run() async throws {
    try await describesItself()
    try await startsAndStopsThrice()
    try await silentAfterStop()
    try await framesOutliveTheDriver()
    try await takesPhotos()
    try await refusesUnknownParameters()
    try await endsWithClose()
    try await opensAgainAsANewGeneration()
  }

  public func describesItself() async throws {
    let (driver, description) = try await opened()
    expect(!source.name.isEmpty, "the source has no name")
    expect(!description.id.isEmpty && !description.model.isEmpty, "no id or model: \(description)")
    expect(!description.driver.isEmpty && !description.formats.isEmpty, "no driver or formats: \(description)")
    await driver.close()
    let (other, again) = try await opened()
    expect(again.id == description.id, "the id changed from \(description.id) to \(again.id)")
    await other.close()
  }

  public func startsAndStopsThrice() async throws {
    let (driver, _) = try await opened()
    // Harmless when none run.
    try await driver.stopLiveView()
    var last: FrameProbe.Record?
    for round in 1...3 {
      let probe = FrameProbe()
      let format = try await driver.startLiveView(request, into: probe)
      await probe.frames(5)
      try await driver.stopLiveView()
      try await driver.stopLiveView()
      for record in probe.records {
        expect(record.size == format.size, "round \(round): \(record.size) frames, but \(format.size) announced")
        expect(record.layout == format.layout, "round \(round): \(record.layout), but \(format.layout) announced")
        checkBytes(record)
        if let last {
          expect(record.sequence > last.sequence, "sequence \(record.sequence) after \(last.sequence)")
          expect(record.capturedAt > last.capturedAt, "a frame older than the one before, round \(round)")
        }
        last = record
      }
      let age = now() - (last?.capturedAt ?? now())
      expect(age >= .zero && age < .seconds(5), "a frame's age is \(age): its time is not on the monotonic clock")
      expect(format.framesPerSecond > 0, "\(format.framesPerSecond) frames a second announced")
    }
    await driver.close()
  }

  public func silentAfterStop() async throws {
    let (driver, _) = try await opened()
    let first = FrameProbe()
    _ = try await driver.startLiveView(request, into: first)
    await first.frames(2)
    try await driver.stopLiveView()
    let count = first.records.count
    let second = FrameProbe()
    _ = try await driver.startLiveView(request, into: second)
    await second.frames(3)
    expect(first.records.count == count, "\(first.records.count - count) frames came after the stop")
    // A start while frames run changes the sink.
    let third = FrameProbe()
    _ = try await driver.startLiveView(request, into: third)
    let seen = second.records.count
    await third.frames(3)
    expect(second.records.count == seen, "the old sink got frames after a new start")
    await driver.close()
  }

  public func framesOutliveTheDriver() async throws {
    let probe = FrameProbe(keeping: 3)
    var before: [UInt64] = []
    do {
      let (driver, _) = try await opened()
      _ = try await driver.startLiveView(request, into: probe)
      await probe.frames(6)
      before = probe.kept.map(Self.fingerprint)
      try await driver.stopLiveView()
      expect(probe.kept.map(Self.fingerprint) == before, "frames in use changed with the stop")
      let more = FrameProbe()
      _ = try await driver.startLiveView(request, into: more)
      await more.frames(10)
      expect(probe.kept.map(Self.fingerprint) == before, "frames in use were overwritten by newer ones")
      await driver.close()
    }
    let (next, _) = try await opened()
    expect(probe.kept.map(Self.fingerprint) == before, "frames in use changed with the close")
    probe.letGo()
    await next.close()
  }

  public func takesPhotos() async throws {
    let (driver, _) = try await opened()
    let still = try await driver.takePhoto()
    try check(still)
    let probe = FrameProbe()
    _ = try await driver.startLiveView(request, into: probe)
    await probe.frames(3)
    for _ in 1...2 {
      let photo = try await driver.takePhoto()
      try check(photo)
      let count = probe.records.count
      // Live view goes on, or comes back, by itself.
      await probe.frames(count + 2)
    }
    try await driver.stopLiveView()
    await driver.close()
  }

  public func refusesUnknownParameters() async throws {
    let (driver, _) = try await opened()
    await expectThrow(.unsupported, "an unknown parameter") { () throws(CameraError) in
      try await driver.setParameter("no such parameter", to: "1")
    }
    await driver.close()
  }

  public func endsWithClose() async throws {
    let (driver, _) = try await opened()
    let probe = FrameProbe()
    _ = try await driver.startLiveView(request, into: probe)
    await probe.frames(1)
    await driver.close()
    await driver.close()
    // Ends only if close ended it.
    for await _ in driver.reports {}
    await expectThrow(nil, "takePhoto after close") { () throws(CameraError) in _ = try await driver.takePhoto() }
    await expectThrow(nil, "open after close") { () throws(CameraError) in _ = try await driver.open() }
    await expectThrow(nil, "startLiveView after close") { () throws(CameraError) in
      _ = try await driver.startLiveView(request, into: probe)
    }
    let unopened = source.makeDriver()
    await expectThrow(nil, "takePhoto before open") { () throws(CameraError) in _ = try await unopened.takePhoto() }
    await unopened.close()
  }

  public func opensAgainAsANewGeneration() async throws {
    for _ in 1...5 {
      let (driver, _) = try await opened()
      let probe = FrameProbe()
      _ = try await driver.startLiveView(request, into: probe)
      await probe.frames(2)
      // While it streams: the next generation must not be told that the device is busy.
      await driver.close()
    }
  }

  /// Pulls the plug during live view and puts it back.
  /// - Parameters:
  ///   - unplug: makes the device go away, now or after a few more frames.
  ///   - plugIn: brings it back before it returns.
  public func isLostAndReturns(
    unplug: @Sendable () async -> Void, plugIn: @Sendable () async -> Void
  ) async throws {
    let (driver, description) = try await opened()
    let probe = FrameProbe()
    _ = try await driver.startLiveView(request, into: probe)
    await probe.frames(2)
    await unplug()
    var lost: CameraError?
    for await case .lost(let error) in driver.reports {
      lost = error
      break
    }
    expect(lost?.code == .disconnected, "the loss was reported as \(lost.map(\.description) ?? "nothing")")
    await expectThrow(.disconnected, "takePhoto after the loss") { () throws(CameraError) in
      _ = try await driver.takePhoto()
    }
    await driver.close()
    let early = source.makeDriver()
    do {
      _ = try await early.open()
      expect(false, "a camera that is away could be opened")
    } catch {
      expect(
        error.code == .disconnected || error.code == .notFound, "opening a camera that is away said: \(error)")
    }
    await early.close()
    await plugIn()
    let (next, again) = try await opened()
    expect(again.id == description.id, "it came back as \(again.id), not as \(description.id)")
    let fresh = FrameProbe()
    _ = try await next.startLiveView(request, into: fresh)
    await fresh.frames(2)
    await next.close()
  }

  // MARK: Checking

  private func opened() async throws(CameraError) -> (any CameraDriver, CameraDescription) {
    let driver = source.makeDriver()
    return (driver, try await driver.open())
  }

  private func checkBytes(_ record: FrameProbe.Record) {
    switch record.layout {
    case .jpeg:
      expect(record.looksLikeJPEG, "frame \(record.sequence) is no whole JPEG")
      expect(record.strideBytes == 0, "a JPEG frame has a stride of \(record.strideBytes)")
    case .yuyv:
      expect(record.strideBytes >= record.size.width * 2, "YUYV rows of \(record.strideBytes) bytes")
      expect(record.byteCount >= record.strideBytes * record.size.height, "frame \(record.sequence) is too short")
    case .i420, .nv12:
      expect(record.strideBytes >= record.size.width, "rows of \(record.strideBytes) bytes")
      expect(record.byteCount >= record.strideBytes * record.size.height * 3 / 2, "frame \(record.sequence) is cut")
    }
  }

  private func check(_ photo: Photo) throws {
    let size = try JPEGCodec().validate(photo.jpeg)
    expect(size == photo.size, "the photo is \(size), but said to be \(photo.size)")
    expect(!photo.fromLiveView, "a driver's own photo is marked as a makeshift")
  }

  private func expectThrow(
    _ code: CameraError.Code?, _ what: String, _ call: () async throws(CameraError) -> Void
  ) async {
    do {
      try await call()
      expect(false, "\(what) was accepted")
    } catch {
      expect(code == nil || error.code == code, "\(what) threw \(error)")
      expect(!error.subject.isEmpty && !error.detail.isEmpty, "\(what): an error without words")
    }
  }

  private func expect(_ holds: Bool, _ complaint: @autoclosure () -> String) {
    #expect(holds, Comment(rawValue: complaint()), sourceLocation: location)
  }

  private func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// FNV-1a over every 61st byte.
  private static func fingerprint(_ frame: Frame) -> UInt64 {
    stride(from: 0, to: frame.bytes.count, by: 61).reduce(0xCBF2_9CE4_8422_2325) { hash, index in
      (hash ^ UInt64(frame.bytes[index])) &* 0x100_0000_01B3
    }
  }
}
