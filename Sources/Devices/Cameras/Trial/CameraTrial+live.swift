import BoothCore
import BoothSystem
import Imaging

/// The checks of live view.
extension CameraTrial {
  func startsAndStopsThrice() async throws {
    let (driver, _) = try await opened()
    // Harmless when none run.
    try await stopLiveView(driver)
    var last: TrialFrames.Record?
    for round in 1...3 {
      let sink = TrialFrames(keeping: 5)
      let format = try await startLiveView(driver, sink)
      try await frames(5, sink)
      try await stopLiveView(driver)
      try await stopLiveView(driver)
      decode(sink.kept)
      sink.letGo()
      for record in sink.records {
        check(record, format)
        if let last {
          expect(record.sequence > last.sequence, "sequence \(record.sequence) after \(last.sequence)")
          expect(record.capturedAt > last.capturedAt, "a frame older than the one before, round \(round)")
        }
        last = record
      }
      let age = DeviceClock.now() - (last?.capturedAt ?? DeviceClock.now())
      expect(age >= .zero && age < .seconds(5), "a frame's age is \(age): its time is not on the monotonic clock")
      expect(format.framesPerSecond > 0, "\(format.framesPerSecond) frames a second announced")
    }
    await driver.close()
  }

  /// A frame that comes is no picture yet. One that is damaged now and then does no harm.
  private func decode(_ frames: [Frame]) {
    let faults = frames.compactMap { frame in
      SharedFrameDecoder().share(frame, told: { _ in }).fault
    }
    guard let first = faults.first, faults.count * 2 > frames.count else { return }
    expect(false, "\(faults.count) of \(frames.count) live frames are no pictures: \(first.detail)")
  }

  func silentAfterStop() async throws {
    let (driver, _) = try await opened()
    let first = TrialFrames()
    _ = try await startLiveView(driver, first)
    try await frames(2, first)
    try await stopLiveView(driver)
    let count = first.records.count
    let second = TrialFrames()
    _ = try await startLiveView(driver, second)
    try await frames(3, second)
    expect(first.records.count == count, "\(first.records.count - count) frames came after the stop")
    // A start while frames run changes the sink.
    let third = TrialFrames()
    _ = try await startLiveView(driver, third)
    let seen = second.records.count
    try await frames(3, third)
    expect(second.records.count == seen, "the old sink got frames after a new start")
    await driver.close()
  }

  func framesOutliveTheDriver() async throws {
    let sink = TrialFrames(keeping: 3)
    var before: [UInt64] = []
    do {
      let (driver, _) = try await opened()
      _ = try await startLiveView(driver, sink)
      try await frames(6, sink)
      before = sink.kept.map(Self.fingerprint)
      try await stopLiveView(driver)
      expect(sink.kept.map(Self.fingerprint) == before, "frames in use changed with the stop")
      let more = TrialFrames()
      _ = try await startLiveView(driver, more)
      try await frames(10, more)
      expect(sink.kept.map(Self.fingerprint) == before, "frames in use were overwritten by newer ones")
      await driver.close()
      log.forgetDrivers()
    }
    let (next, _) = try await opened()
    expect(sink.kept.map(Self.fingerprint) == before, "frames in use changed with the close")
    sink.letGo()
    await next.close()
  }

  /// Asks for sizes that no camera has: it must take the nearest, say which, and deliver just that.
  func honoursSizes() async throws {
    let (driver, _) = try await opened()
    for size in [request.size, PixelSize(width: 1, height: 1), PixelSize(width: 1111, height: 777)] {
      let sink = TrialFrames()
      let requested = LiveViewRequest(size: size, framesPerSecond: request.framesPerSecond)
      let format = try await startLiveView(driver, sink, requested)
      expect(format.size.width > 0 && format.size.height > 0, "asked for \(size), it announced \(format.size)")
      try await frames(2, sink)
      try await stopLiveView(driver)
      for record in sink.records { check(record, format) }
    }
    await driver.close()
  }

  private func check(_ record: TrialFrames.Record, _ format: LiveViewFormat) {
    expect(record.size == format.size, "\(record.size) frames, but \(format.size) announced")
    expect(record.layout == format.layout, "\(record.layout), but \(format.layout) announced")
    let (rows, name) = (record.size.height, "frame \(record.sequence)")
    switch record.layout {
    case .jpeg:
      expect(record.looksLikeJPEG, "\(name) is no whole JPEG")
      expect(record.strideBytes == 0, "a JPEG frame has a stride of \(record.strideBytes)")
    case .yuyv:
      expect(record.strideBytes >= record.size.width * 2, "YUYV rows of \(record.strideBytes) bytes")
      expect(record.byteCount >= record.strideBytes * rows, "\(name) is too short")
    case .i420, .nv12:
      expect(record.strideBytes >= record.size.width, "rows of \(record.strideBytes) bytes")
      expect(record.byteCount >= record.strideBytes * rows + record.strideBytes * (rows / 2), "\(name) is cut")
    }
  }

  /// FNV-1a over every 61st byte.
  private static func fingerprint(_ frame: Frame) -> UInt64 {
    stride(from: 0, to: frame.bytes.count, by: 61).reduce(0xCBF2_9CE4_8422_2325) { hash, index in
      (hash ^ UInt64(frame.bytes[index])) &* 0x100_0000_01B3
    }
  }
}
