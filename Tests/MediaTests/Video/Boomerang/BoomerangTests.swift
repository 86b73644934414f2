import BoothCore
import Testing

@testable import Video

extension ClipThreads {
  @Suite(.enabled(if: Tool.isInstalled, Comment(rawValue: Tool.skipped)))
  struct BoomerangTests {
    private let folder: ScratchFolder
    private var film: String { folder.file("boomerang") }

    init() throws { folder = try ScratchFolder() }

    /// Records a clip whose picture gets lighter from frame to frame: Y is `first + step * number`.
    private func clip(
      frames: Int, first: Int = 20, step: Int = 2, size: PixelSize = PixelSize(width: 320, height: 180)
    ) async throws -> String {
      let camera = TestCamera(size, .yuyv)
      let recording = try H264ClipRecorder(encoding: ClipEncoding(preset: .ultrafast, rateFactor: 10)).start(
        ClipRequest(path: folder.file("clip.mp4")))
      await recording.receiveAll(
        (0..<frames).lazy.map { camera.plain($0, y: UInt8(first + step * $0), u: 110, v: 140) }, from: camera)
      return try await recording.finish().path
    }

    private func make(
      _ clip: String, _ format: BoomerangRequest.Format, filter: PhotoFilter = .none
    ) async throws -> RecordedClip {
      try await BoomerangComposer(encoding: ClipEncoding(preset: .ultrafast, rateFactor: 10)).makeBoomerang(
        BoomerangRequest(clip: clip, path: film, format: format, filter: filter))
    }

    /// Every picture of a GIF as a player shows it, its middle pixel.
    private func middles(_ made: RecordedClip) throws -> [[Int]] {
      let bytes = try Tool.run(
        "ffmpeg",
        ["-v", "error", "-i", made.path, "-fps_mode", "passthrough", "-pix_fmt", "rgb24", "-f", "rawvideo", "-"])
      let length = made.size.area * 3
      let middle = (made.size.height / 2 * made.size.width + made.size.width / 2) * 3
      return stride(from: 0, to: bytes.count - length + 1, by: length).map { start in
        (0..<3).map { Int(bytes[start + middle + $0]) }
      }
    }

    @Test func `the middle of a clip runs forth and back, three times`() async throws {
      let made = try await make(clip(frames: 90), .mp4)
      #expect(
        made
          == RecordedClip(
            path: film, size: PixelSize(width: 320, height: 180), duration: .seconds(7), frames: 210, droppedFrames: 0))
      let found = try Probe.entries(film)
      #expect(found["codec_name"] == "h264" && found["pix_fmt"] == "yuv420p" && found["nb_read_packets"] == "210")
      #expect(try MP4Boxes.outermost(bytes(of: film)) == ["ftyp", "moov", "free", "mdat"])
      let lights = try Probe.pictures(film, size: made.size).map { $0.y(160, 90) }
      // 3 seconds, of which the moment from 0.6 s on is shown at one and a half times its pace.
      let forth = (0..<36).map { 20 + 2 * Int(18.001 + 1.5 * Double($0)) }
      let round = forth + forth.dropFirst().dropLast().reversed()
      for (number, light) in lights.enumerated() {
        #expect(abs(light - round[number % 70]) <= 2, "picture \(number) is \(light), should be \(round[number % 70])")
      }
    }

    @Test func `a GIF has its own colours, repeats without end and is no faster than twelve pictures a second`()
      async throws
    {
      let made = try await make(clip(frames: 90), .gif)
      #expect(
        made.frames == 24 && made.duration == .milliseconds(2160) && made.size == PixelSize(width: 320, height: 180))
      let found = try Probe.entries(film)
      #expect(found["codec_name"] == "gif" && found["nb_read_packets"] == "24")
      let packets = try Probe.packets(film)
      for (number, packet) in packets.enumerated() { #expect(abs(packet.seconds - 0.09 * Double(number)) < 0.001) }
      let file = try bytes(of: film)
      #expect(Array(file[..<6]) == Array("GIF89a".utf8) && file[10] & 0x80 != 0, "a palette for the whole file")
      let mark = Array("NETSCAPE2.0".utf8)
      let at = try #require((0..<1000).first { Array(file[$0..<$0 + mark.count]) == mark })
      #expect(Array(file[at + 11..<at + 15]) == [3, 1, 0, 0], "without end")
      let seen = try middles(made)
      #expect(seen.count == 24)
      for (number, color) in seen.enumerated() {
        let picture = number < 13 ? number : 24 - number
        let y = Double(20 + 2 * Int(18.001 + 0.135 * 30 * Double(picture)))
        let level = (y - 16) * 255 / 219
        // U 110 and V 140 of BT.601, limited.
        let wanted = [level + 1.596 * 12, level + 0.392 * 18 - 0.813 * 12, level - 2.017 * 18]
        for (channel, value) in color.enumerated() {
          #expect(abs(Double(value) - min(max(wanted[channel], 0), 255)) < 12, "picture \(number): \(color), \(wanted)")
        }
      }
    }

    @Test func `a large clip becomes a small GIF`() async throws {
      let camera = TestCamera(PixelSize(width: 1280, height: 720), .yuyv)
      let recording = try H264ClipRecorder(encoding: ClipEncoding(preset: .ultrafast, rateFactor: 20)).start(
        ClipRequest(path: folder.file("large.mp4")))
      await recording.receiveAll((0..<30).lazy.map { camera.frame($0) }, from: camera)
      let clip = try await recording.finish().path
      let gif = try await make(clip, .gif)
      #expect(gif.size == PixelSize(width: 480, height: 270))
      #expect(try bytes(of: film).count < 4_000_000)
      let mp4 = try await make(clip, .mp4)
      #expect(mp4.size == PixelSize(width: 960, height: 540))
    }

    @Test func `a filter changes its colours`() async throws {
      let grey = try await make(clip(frames: 20), .gif, filter: .blackAndWhite)
      for color in try middles(grey) { #expect((color.max() ?? 0) - (color.min() ?? 0) <= 8) }
      let film = try await make(folder.file("clip.mp4"), .mp4, filter: .blackAndWhite)
      for picture in try Probe.pictures(film.path, size: film.size).prefix(3) {
        #expect(abs(picture.u(100, 100) - 128) <= 1 && abs(picture.v(100, 100) - 128) <= 1)
      }
    }

    @Test(arguments: [(1, 1, 1), (2, 2, 2)]) func `a clip of a picture or two is a boomerang too`(
      _ frames: Int, _ least: Int, _ most: Int
    ) async throws {
      let made = try await make(clip(frames: frames, step: 80), .mp4)
      #expect((least * 3...most * 3).contains(made.frames), "\(made.frames)")
      let gif = try await make(folder.file("clip.mp4"), .gif)
      #expect(gif.frames >= 1 && gif.frames <= 2)
    }

    @Test func `a clip that stands upright does so in its boomerang`() async throws {
      let movie = folder.file("turned.mov")
      let flat = folder.file("flat.mp4")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-f", "lavfi", "-i",
          "color=c=black:s=320x180:r=30:d=1,geq=lum='40+60*gt(X,159)+100*gt(Y,89)':cb=128:cr=128", "-c:v", "libx264",
          "-qp", "10", "-pix_fmt", "yuv420p", flat,
        ])
      _ = try Tool.run(
        "ffmpeg", ["-v", "error", "-y", "-i", flat, "-c", "copy", "-metadata:s:v:0", "rotate=90", movie])
      let made = try await make(movie, .mp4)
      #expect(made.size == PixelSize(width: 180, height: 320))
      let picture = try #require(try Probe.pictures(film, size: made.size).first)
      let shown = try Tool.run(
        "ffmpeg", ["-v", "error", "-i", movie, "-frames:v", "1", "-pix_fmt", "yuv420p", "-f", "rawvideo", "-"])
      let reference = PlanarPicture(size: made.size, bytes: Array(shown))
      for (x, y) in [(40, 80), (140, 80), (40, 240), (140, 240)] {
        #expect(abs(picture.y(x, y) - reference.y(x, y)) <= 3, "\(x), \(y)")
      }
    }

    @Test(arguments: BoomerangRequest.Format.allCases) func `what cannot be made is told, and leaves no file`(
      _ format: BoomerangRequest.Format
    ) async throws {
      let film = film
      let missing = await #expect(throws: ClipError.self) { try await make(folder.file("none.mp4"), format) }
      #expect(missing?.code == .file && missing?.subject == folder.file("none.mp4"))
      try write(Array("no film".utf8), to: folder.file("text.mp4"))
      let text = await #expect(throws: ClipError.self) { try await make(folder.file("text.mp4"), format) }
      #expect(text?.code == .encoder)
      #expect(!folder.names.contains("boomerang"))
      let clip = try await clip(frames: 3)
      let itself = await #expect(throws: ClipError.self) {
        try await BoomerangComposer().makeBoomerang(BoomerangRequest(clip: clip, path: clip, format: format))
      }
      #expect(itself?.code == .encoder && folder.names.contains("clip.mp4"))
      let folderGone = await #expect(throws: ClipError.self) {
        try await BoomerangComposer().makeBoomerang(
          BoomerangRequest(clip: clip, path: film + "/no/such/folder", format: format))
      }
      #expect(folderGone?.code == .file)
    }

    @Test(arguments: BoomerangRequest.Format.allCases) func `a boomerang that is cancelled leaves no file`(
      _ format: BoomerangRequest.Format
    ) async throws {
      let clip = try await clip(frames: 60)
      let cancellation = Cancellation()
      cancellation.cancel()
      let result = BoomerangWriting(
        request: BoomerangRequest(clip: clip, path: film, format: format), encoding: .film, cancellation: cancellation
      ).run()
      #expect(throws: ClipError.self) { try result.get() }
      #expect(folder.names == ["clip.mp4"])
    }
  }
}
