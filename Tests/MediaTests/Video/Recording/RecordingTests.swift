import BoothCore
import Testing

@testable import Video

extension ClipThreads {
  @Suite(.enabled(if: Tool.isInstalled, Comment(rawValue: Tool.skipped)))
  struct RecordingTests {
    private let folder: ScratchFolder
    private var path: String { folder.file("clip.mp4") }

    init() throws { folder = try ScratchFolder() }

    private func record(
      _ camera: TestCamera, _ frames: some Sequence<Frame>, maximum: PixelSize = PixelSize(width: 1280, height: 720)
    ) async throws -> RecordedClip {
      let recording = try H264ClipRecorder().start(ClipRequest(path: path, maximumSize: maximum))
      await recording.receiveAll(frames, from: camera)
      return try await recording.finish()
    }

    @Test(arguments: [FrameLayout.i420, .yuyv, .jpeg])
    func `a clip is H.264 that any browser plays while it loads`(layout: FrameLayout) async throws {
      let camera = TestCamera(PixelSize(width: 320, height: 240), layout)
      let clip = try await record(camera, (0..<60).lazy.map { camera.frame($0) })
      #expect(
        clip
          == RecordedClip(
            path: path, size: PixelSize(width: 320, height: 240), duration: .seconds(2), frames: 60, droppedFrames: 0))
      let found = try Probe.entries(path)
      #expect(found["codec_name"] == "h264")
      #expect(found["pix_fmt"] == "yuv420p")
      #expect(found["color_range"] == "tv")
      #expect(found["color_space"] == "smpte170m")
      #expect(found["color_primaries"] == "bt709")
      #expect(found["color_transfer"] == "bt709")
      #expect(found["nb_read_packets"] == "60")
      #expect(found["nb_streams"] == "1")
      #expect(found["has_b_frames"] == "0")
      #expect(abs((Double(found["duration"] ?? "") ?? 0) - 2) < 0.001)
      #expect(try MP4Boxes.outermost(bytes(of: path)) == ["ftyp", "moov", "free", "mdat"])
      #expect(camera.framesOut == 0)
    }

    @Test(arguments: [FrameLayout.i420, .yuyv, .nv12, .jpeg])
    func `the pictures in a clip are those that were recorded`(layout: FrameLayout) async throws {
      let size = PixelSize(width: 320, height: 240)
      let camera = TestCamera(size, layout)
      _ = try await record(camera, (0..<12).lazy.map { camera.frame($0) })
      let stored = try Probe.pictures(path, size: size)
      try #require(stored.count == 12)
      // YUYV and NV12 come in the range that clips have; the others are squeezed into it.
      func picture(_ number: Int) -> PlanarPicture {
        let picture = MovingPicture.i420(size, number)
        return layout == .yuyv || layout == .nv12 ? picture : picture.limited
      }
      for number in [0, 5, 11] {
        let likeness = stored[number].meanDifference(from: picture(number))
        #expect(likeness.y < 2.5 && likeness.chroma < 2.5, "picture \(number): \(likeness)")
        let other = stored[number].meanDifference(from: picture(number + 6))
        #expect(other.y > 2 * likeness.y, "picture \(number) is nearer to itself than to its neighbour")
      }
    }

    @Test func `a dim room's noise makes no clip larger than it may be`() async throws {
      let camera = TestCamera()
      var seed: UInt64 = 1
      func noise(_ number: Int) -> Frame {
        let bytes = (0..<camera.size.area * 3 / 2).map { _ -> UInt8 in
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return 64 + UInt8(truncatingIfNeeded: seed >> 57)
        }
        return camera.frame(bytes: bytes, number, strideBytes: camera.size.width)
      }
      func size(_ most: Int?) async throws -> Int {
        let encoding = ClipEncoding(preset: .superfast, rateFactor: 20, mostBitsPerSecond: most)
        let recording = try H264ClipRecorder(encoding: encoding).start(ClipRequest(path: path))
        await recording.receiveAll((0..<60).lazy.map(noise), from: camera)
        _ = try await recording.finish()
        return try bytes(of: path).count
      }
      // Two seconds, and what the encoder saves up for the first.
      let limited = try await size(800_000)
      #expect(limited < 3 * 100_000, "\(limited)")
      #expect(try await size(nil) > 4 * limited)
    }

    @Test func `frames are shown when they were captured`() async throws {
      let camera = TestCamera()
      let moments: [Double] = [0, 33, 100, 101, 450, 700, 1900]
      let clip = try await record(
        camera, moments.enumerated().lazy.map { camera.frame($0.offset, milliseconds: $0.element) })
      let shown = try Probe.packets(path).map(\.seconds)
      #expect(shown.count == moments.count)
      for (seconds, moment) in zip(shown, moments) { #expect(abs(seconds - moment / 1000) < 0.0001) }
      #expect(abs(clip.duration.inSeconds - (1.9 + 1 / 30)) < 0.0001)
      let found = try Probe.entries(path)
      #expect(abs((Double(found["duration"] ?? "") ?? 0) - clip.duration.inSeconds) < 0.001)
    }

    @Test func `equal and backward moments make a file that a player accepts`() async throws {
      let camera = TestCamera()
      let moments: [Double] = [0, 0, 0, 66, 60, 100, -8000, -7967, 20]
      let clip = try await record(
        camera, moments.enumerated().lazy.map { camera.frame($0.offset, milliseconds: $0.element) })
      #expect(clip.frames == moments.count)
      let shown = try Probe.packets(path).map(\.seconds)
      #expect(shown.count == moments.count)
      #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 }, "\(shown)")
    }

    @Test func `a keyframe comes every second, also from a camera slower than it promised`() async throws {
      let camera = TestCamera(PixelSize(width: 64, height: 48))
      _ = try await record(camera, (0..<40).lazy.map { camera.frame($0, milliseconds: Double($0) * 200) })
      let keys = try Probe.packets(path).filter(\.isKey).map(\.seconds)
      #expect(keys.count == 8)
      #expect(zip(keys, keys.dropFirst()).allSatisfy { $1 - $0 < 1.21 }, "\(keys)")
    }

    @Test(arguments: [
      (PixelSize(width: 640, height: 480), PixelSize(width: 320, height: 320), PixelSize(width: 320, height: 240)),
      (PixelSize(width: 642, height: 362), PixelSize(width: 320, height: 320), PixelSize(width: 320, height: 180)),
      (PixelSize(width: 321, height: 241), PixelSize(width: 1280, height: 720), PixelSize(width: 320, height: 240)),
      (PixelSize(width: 240, height: 320), PixelSize(width: 101, height: 101), PixelSize(width: 76, height: 100)),
      (PixelSize(width: 2000, height: 4), PixelSize(width: 100, height: 100), PixelSize(width: 100, height: 2)),
      (PixelSize(width: 2, height: 2), PixelSize(width: 1280, height: 720), PixelSize(width: 2, height: 2)),
    ])
    func `a clip fits into its largest size with both sides even`(
      frame: PixelSize, maximum: PixelSize, expected: PixelSize
    ) async throws {
      let camera = TestCamera(frame)
      let clip = try await record(camera, (0..<3).lazy.map { camera.frame($0) }, maximum: maximum)
      #expect(clip.size == expected)
      let found = try Probe.entries(path)
      #expect(found["width"] == String(expected.width) && found["height"] == String(expected.height))
    }

    @Test func `frames that change their size and layout in the middle go on in the clip's size`() async throws {
      let cameras = [
        TestCamera(PixelSize(width: 320, height: 240)), TestCamera(PixelSize(width: 640, height: 360), .yuyv),
        TestCamera(PixelSize(width: 160, height: 120), .jpeg), TestCamera(PixelSize(width: 100, height: 400)),
        TestCamera(PixelSize(width: 322, height: 242), .jpeg),
      ]
      let recording = try H264ClipRecorder().start(ClipRequest(path: path))
      for (index, camera) in cameras.enumerated() {
        await recording.receiveAll((0..<3).lazy.map { camera.frame(index * 3 + $0) }, from: camera)
      }
      let clip = try await recording.finish()
      #expect(clip.size == PixelSize(width: 320, height: 240))
      #expect(clip.frames == 15 && clip.droppedFrames == 0)
      #expect(try Probe.pictures(path, size: clip.size).count == 15)
    }

    @Test func `frames that are cut short count as dropped`() async throws {
      let camera = TestCamera(PixelSize(width: 320, height: 240), .jpeg)
      let whole = camera.frame(0)
      let bytes = Array(whole.bytes)
      let cut = [Array(bytes.dropLast(bytes.count / 2)), Array(bytes.dropLast(2)), [], [0xFF, 0xD8], Array("no".utf8)]
      let frames = [whole] + cut.enumerated().map { camera.frame(bytes: $0.element, $0.offset + 1) } + [camera.frame(6)]
      let recording = try H264ClipRecorder().start(ClipRequest(path: path))
      for frame in frames { recording.receive(frame) }
      let clip = try await recording.finish()
      #expect(clip.frames == 2)
      #expect(clip.droppedFrames == cut.count)
      #expect(abs(clip.duration.inSeconds - 7.0 / 30) < 0.0001)
    }

    @Test(arguments: [
      (FrameLayout.i420, 320 * 240 * 3 / 2 - 1, 320), (.i420, 320 * 240 * 3 / 2, 318), (.i420, 0, 320),
      (.yuyv, 320 * 240 * 2 - 1, 640), (.yuyv, 320 * 240 * 2, 320), (.yuyv, 320 * 240 * 2, 1 << 40),
      (.i420, 320 * 240 * 3 / 2, -320), (.nv12, 320 * 240 * 3 / 2 - 1, 320), (.nv12, 320 * 240 * 3 / 2, 1 << 40),
    ])
    func `raw frames shorter than they say are dropped`(layout: FrameLayout, count: Int, stride: Int) async throws {
      let camera = TestCamera(PixelSize(width: 320, height: 240), layout)
      let broken = camera.frame(bytes: Array(repeating: 90, count: count), 1, strideBytes: stride)
      let recording = try H264ClipRecorder().start(ClipRequest(path: path))
      for frame in [camera.frame(0), broken, camera.frame(2)] { recording.receive(frame) }
      let clip = try await recording.finish()
      #expect(clip.frames == 2)
      #expect(clip.droppedFrames == 1)
    }

    @Test func `rows with padding are read without it`() async throws {
      let size = PixelSize(width: 320, height: 240)
      let camera = TestCamera(size)
      let picture = MovingPicture.i420(size, 0)
      var padded: [UInt8] = []
      for row in 0..<240 { padded += picture.bytes[row * 320..<(row + 1) * 320] + Array(repeating: 255, count: 64) }
      for row in 0..<240 {
        let start = size.area + row * 160
        padded += picture.bytes[start..<start + 160] + Array(repeating: 255, count: 32)
      }
      _ = try await record(camera, [0].lazy.map { camera.frame(bytes: padded, $0, strideBytes: 384) })
      let stored = try #require(try Probe.pictures(path, size: size).first)
      let likeness = stored.meanDifference(from: picture.limited)
      #expect(likeness.y < 2.5 && likeness.chroma < 2.5, "\(likeness)")
    }

    @Test func `lost frames of the camera count as dropped`() async throws {
      let camera = TestCamera()
      let clip = try await record(camera, [1, 2, 5, 6].lazy.map { camera.frame($0, sequence: UInt64($0)) })
      #expect(clip.frames == 4)
      #expect(clip.droppedFrames == 2)
    }

    @Test func `a burst faster than the encoder is dropped, not queued`() async throws {
      let camera = TestCamera(PixelSize(width: 1280, height: 720))
      let recording = try H264ClipRecorder(encoding: ClipEncoding(preset: .faster, rateFactor: 20), queueLimit: 3)
        .start(ClipRequest(path: path))
      let picture = MovingPicture.i420(camera.size, 0)
      var waits: [Duration] = []
      for number in 0..<100 {
        let frame = camera.frame(bytes: picture.bytes, number, strideBytes: 1280)
        waits.append(ContinuousClock().measure { recording.receive(frame) })
      }
      let clip = try await recording.finish()
      #expect(clip.frames + clip.droppedFrames == 100)
      #expect(clip.frames >= 3)
      #expect(clip.droppedFrames > 0)
      #expect(camera.mostFramesOut <= 4, "three queued, and the one this test holds")
      // A busy machine may hold any one of them up, but a thread that waited for the encoder would wait each time.
      #expect(waits.sorted()[90] < .milliseconds(250), "the camera's thread waited: \(waits.sorted().suffix(10))")
      #expect(waits.sorted()[50] < .milliseconds(5), "the camera's thread waited: \(waits.sorted().suffix(10))")
    }

    @Test func `frames that come after the end are ignored`() async throws {
      let camera = TestCamera()
      let recording = try H264ClipRecorder().start(ClipRequest(path: path))
      recording.receive(camera.frame(0))
      let clip = try await recording.finish()
      recording.receive(camera.frame(7))
      #expect(camera.framesOut == 0)
      #expect(try await recording.finish() == clip)
      await recording.cancel()
      #expect(folder.names == ["clip.mp4"], "a finished clip is not removed")
      #expect(try Probe.entries(path)["nb_read_packets"] == "1")
    }
  }
}

extension PlanarPicture {
  func meanDifference(from other: PlanarPicture) -> (y: Double, chroma: Double) {
    func mean(_ range: Range<Int>) -> Double {
      Double(range.reduce(0) { $0 + abs(Int(bytes[$1]) - Int(other.bytes[$1])) }) / Double(range.count)
    }
    return (mean(0..<size.area), mean(size.area..<bytes.count))
  }
}
