import BoothCore
import Imaging
import Testing

@testable import Video

extension ClipThreads {
  @Suite(.enabled(if: Tool.isInstalled, Comment(rawValue: Tool.skipped)))
  struct FilmStripTests {
    private let folder: ScratchFolder
    private var film: String { folder.file("film.mp4") }

    init() throws { folder = try ScratchFolder() }

    /// Records a clip whose picture gets lighter from frame to frame: Y is `first + step * number`.
    private func clip(
      _ name: String, first: Int, step: Int, frames: Int, every milliseconds: Double = 1000.0 / 30,
      size: PixelSize = PixelSize(width: 320, height: 180)
    ) async throws -> String {
      let camera = TestCamera(size, .yuyv)
      let recording = try H264ClipRecorder(encoding: ClipEncoding(preset: .ultrafast, rateFactor: 10)).start(
        ClipRequest(path: folder.file(name), framesPerSecond: 1000 / milliseconds))
      await recording.receiveAll(
        (0..<frames).lazy.map {
          camera.plain($0, y: UInt8(first + step * $0), u: 90, v: 160, milliseconds: Double($0) * milliseconds)
        }, from: camera)
      return try await recording.finish().path
    }

    private func compose(
      _ clips: [String], theme: Theme = Theme(), artwork: Artwork = Artwork(), footer: String = "",
      filter: PhotoFilter = .none
    ) async throws -> RecordedClip {
      try await FilmStripComposer(encoding: ClipEncoding(preset: .ultrafast, rateFactor: 10)).makeFilmStrip(
        FilmStripRequest(clips: clips, path: film, theme: theme, artwork: artwork, footer: footer, filter: filter))
    }

    /// Y in the middle of each slot, picture by picture.
    private func lights(_ film: RecordedClip, slots count: Int, aspect: Double = 16.0 / 9) throws -> [[Int]] {
      let layout = FilmStripLayout(slots: count, slotAspect: aspect)
      return try Probe.pictures(film.path, size: film.size).map { picture in
        layout.slots.map { picture.y($0.x + $0.width / 2, $0.y + $0.height / 2) }
      }
    }

    @Test func `a film is as long as its longest clip, and the others stand still at their end`() async throws {
      let clips = [
        try await clip("a.mp4", first: 40, step: 4, frames: 30),
        try await clip("b.mp4", first: 200, step: -6, frames: 12),
        try await clip("c.mp4", first: 60, step: 10, frames: 1),
      ]
      let made = try await compose(clips)
      #expect(
        made
          == RecordedClip(
            path: film, size: PixelSize(width: 720, height: 1476), duration: .seconds(1), frames: 30, droppedFrames: 0))
      let found = try Probe.entries(film)
      #expect(found["codec_name"] == "h264" && found["pix_fmt"] == "yuv420p" && found["color_range"] == "tv")
      #expect(found["color_space"] == "smpte170m")
      #expect(found["nb_read_packets"] == "30" && found["nb_streams"] == "1")
      #expect(found["avg_frame_rate"] == "30/1")
      #expect(found["width"] == "720" && found["height"] == "1476")
      #expect(abs((Double(found["duration"] ?? "") ?? 0) - 1) < 0.001)
      #expect(try MP4Boxes.outermost(bytes(of: film)) == ["ftyp", "moov", "free", "mdat"])
      for (number, slots) in try lights(made, slots: 3).enumerated() {
        let expected = [40 + 4 * number, 200 - 6 * min(number, 11), 60]
        for (light, wanted) in zip(slots, expected) {
          #expect(abs(light - wanted) <= 2, "picture \(number) is \(slots), should be \(expected)")
        }
      }
    }

    @Test func `clips of other rates are shown at their own pace`() async throws {
      let clips = [
        try await clip("slow.mp4", first: 40, step: 10, frames: 15, every: 1000.0 / 15),
        try await clip("fast.mp4", first: 40, step: 2, frames: 60, every: 1000.0 / 60),
        try await clip("odd.mp4", first: 40, step: 6, frames: 25, every: 40),
      ]
      let made = try await compose(clips)
      #expect(made.frames == 30)
      for (number, slots) in try lights(made, slots: 3).enumerated() {
        let seconds = Double(number) / 30
        // The slow one changes with every second picture; the fast one may be one of its own pictures off.
        #expect(abs(slots[0] - (40 + 10 * (number / 2))) <= 2, "\(number): \(slots)")
        #expect(abs(Double(slots[1]) - (40 + 2 * seconds * 60)) <= 4, "\(number): \(slots)")
        #expect(abs(Double(slots[2]) - (40 + 6 * seconds * 25)) <= 8, "\(number): \(slots)")
      }
    }

    @Test func `a clip with a pause in it pauses`() async throws {
      let camera = TestCamera(PixelSize(width: 320, height: 180))
      let recording = try H264ClipRecorder().start(ClipRequest(path: folder.file("pause.mp4")))
      for (number, moment) in [0.0, 33, 67, 900].enumerated() {
        recording.receive(camera.plain(number, y: UInt8(50 + 40 * number), milliseconds: moment))
      }
      let made = try await compose([try await recording.finish().path])
      #expect(made.frames == 28)
      let shown = try lights(made, slots: 1).map { $0[0] }
      func light(_ number: Int) -> Int { 16 + (50 + 40 * number) * 219 / 255 }
      #expect(shown[..<3].enumerated().allSatisfy { abs($0.element - light($0.offset)) <= 3 }, "\(shown)")
      #expect(shown[3..<27].allSatisfy { abs($0 - light(2)) <= 3 }, "\(shown)")
      #expect(abs(shown[27] - light(3)) <= 3, "\(shown)")
    }

    @Test(arguments: [1, 2, 4]) func `any number of clips will do`(count: Int) async throws {
      var clips: [String] = []
      for index in 0..<count {
        clips.append(try await clip("\(index).mp4", first: 50 + 40 * index, step: 0, frames: 3))
      }
      let made = try await compose(clips)
      #expect(made.size == FilmStripLayout(slots: count, slotAspect: 16.0 / 9).size)
      let slots = try #require(try lights(made, slots: count).first)
      for (index, light) in slots.enumerated() { #expect(abs(light - (50 + 40 * index)) <= 2, "\(slots)") }
    }

    @Test func `background, corners and clip have their colours`() async throws {
      let theme = Theme(secondary: RGBColor(red: 200, green: 40, blue: 90))
      let made = try await compose([try await clip("a.mp4", first: 180, step: 0, frames: 2)], theme: theme)
      let picture = try #require(try Probe.pictures(film, size: made.size).first)
      let slot = FilmStripLayout(slots: 1, slotAspect: 16.0 / 9).slots[0]
      func colour(_ x: Int, _ y: Int) -> [Int] { [picture.y(x, y), picture.u(x, y), picture.v(x, y)] }
      func near(_ one: [Int], _ other: [Int]) -> Bool { zip(one, other).allSatisfy { abs($0 - $1) <= 3 } }
      // BT.601: 16 + (65.481 R + 128.553 G + 24.966 B) / 255 and so on.
      let ground = [96, 125, 194]
      #expect(near(colour(20, made.size.height / 2), ground), "\(colour(20, made.size.height / 2))")
      #expect(near(colour(slot.x + 2, slot.y + 2), ground), "a slot's corner: \(colour(slot.x + 2, slot.y + 2))")
      #expect(near(colour(slot.x + slot.width / 2, slot.y + slot.height / 2), [180, 90, 160]))
      #expect(near(colour(slot.x + slot.width / 2, slot.y + 4), [180, 90, 160]), "up to its edge")
      #expect(near(colour(0, 0), ground), "the film's own corner is no black: \(colour(0, 0))")
      #expect(near(colour(made.size.width - 1, made.size.height - 1), ground))
    }

    @Test func `a clip of other proportions fills its slot and is cut evenly`() async throws {
      // A wide clip first, which makes the slots wide; then a square one with bands that must not be seen.
      let wide = try await clip("wide.mp4", first: 60, step: 0, frames: 2)
      let size = PixelSize(width: 320, height: 320)
      let camera = TestCamera(size, .yuyv)
      var picture = PlanarPicture(size: size, bytes: Array(repeating: 128, count: size.area * 3 / 2))
      // 16:9 of 320x320 is its middle 180 rows: 70 to 249.
      for y in 0..<320 {
        for x in 0..<320 { picture.bytes[y * 320 + x] = y < 66 || y >= 254 ? 235 : 100 }
      }
      let recording = try H264ClipRecorder().start(ClipRequest(path: folder.file("square.mp4")))
      recording.receive(camera.frame(bytes: MovingPicture.yuyv(picture), 0, strideBytes: 640))
      let made = try await compose([wide, try await recording.finish().path])
      let shown = try #require(try Probe.pictures(film, size: made.size).first)
      let slot = FilmStripLayout(slots: 2, slotAspect: 16.0 / 9).slots[1]
      for y in [slot.y + 1, slot.y + slot.height / 2, slot.y + slot.height - 2] {
        #expect(abs(shown.y(slot.x + slot.width / 2, y) - 100) <= 4, "row \(y)")
      }
    }

    @Test func `the strip's frame lies over clips and background, and shows through where it should`() async throws {
      let slot = FilmStripLayout(slots: 1, slotAspect: 16.0 / 9).slots[0]
      let (middle, edge) = (slot.y + slot.height / 2, slot.width / 12)
      let right = slot.x + slot.width
      // Over the clip's edges, and not where faces are.
      var frame = Bitmap(size: PixelSize(width: 720, height: 678))
      let white = RGBColor(red: 255, green: 255, blue: 255)
      frame.fill(PixelRect(x: 0, y: 0, width: slot.x + edge, height: 678), with: white)
      frame.fill(
        PixelRect(x: right - edge, y: 0, width: 720 - right + edge, height: 678),
        with: RGBColor(red: 255, green: 255, blue: 255, alpha: 128))
      let path = try await clip("a.mp4", first: 100, step: 0, frames: 2)
      let made = try await compose([path], artwork: Artwork(stripFrame: try PNG.encode(frame)))
      let picture = try #require(try Probe.pictures(film, size: made.size).first)
      let half = right - edge / 2
      #expect(abs(picture.y(slot.x + edge / 2, middle) - 235) <= 3, "opaque over the clip")
      #expect(abs(picture.y(slot.x / 2, middle) - 235) <= 3, "opaque over the background")
      #expect(abs(picture.y(half, middle) - (100 + 235) / 2) <= 4, "half over the clip: \(picture.y(half, middle))")
      #expect(abs(picture.y(half, 20) - (44 + 235) / 2) <= 4, "half over the background: \(picture.y(half, 20))")
      #expect(abs(picture.y(slot.x + slot.width / 2, middle) - 100) <= 3, "nothing over the clip")
    }

    @Test func `a frame that would lie across the guests of a clip is left out`() async throws {
      let path = try await clip("a.mp4", first: 100, step: 0, frames: 1)
      var frame = Bitmap(size: PixelSize(width: 720, height: 678))
      frame.fill(
        PixelRect(x: 0, y: 0, width: 360, height: 678), with: RGBColor(red: 255, green: 255, blue: 255))
      let made = try await compose([path], artwork: Artwork(stripFrame: try PNG.encode(frame)))
      let picture = try #require(try Probe.pictures(film, size: made.size).first)
      let slot = FilmStripLayout(slots: 1, slotAspect: 16.0 / 9).slots[0]
      #expect(abs(picture.y(200, slot.y + slot.height / 2) - 100) <= 3)
    }

    @Test func `a frame that was drawn for a composite of another shape is left out`() async throws {
      let path = try await clip("a.mp4", first: 100, step: 0, frames: 1)
      let frame = Bitmap(size: PixelSize(width: 1200, height: 1800), color: .white)
      let made = try await compose([path], artwork: Artwork(stripFrame: try PNG.encode(frame)))
      let picture = try #require(try Probe.pictures(film, size: made.size).first)
      let slot = FilmStripLayout(slots: 1, slotAspect: 16.0 / 9).slots[0]
      #expect(abs(picture.y(200, slot.y + slot.height / 2) - 100) <= 3 && abs(picture.y(20, 300) - 44) <= 3)
    }

    @Test func `artwork makes the background, and artwork that cannot be read gives way to the theme`() async throws {
      let path = try await clip("a.mp4", first: 100, step: 0, frames: 1)
      let white = try JPEGCodec().encode(Bitmap(size: PixelSize(width: 50, height: 90), color: .white))
      let made = try await compose([path], artwork: Artwork(background: white, stripFrame: [1, 2, 3]))
      #expect(abs(try #require(try Probe.pictures(film, size: made.size).first).y(20, 300) - 235) <= 3)
      let plain = try await compose([path], artwork: Artwork(background: Array(white.prefix(200))))
      #expect(abs(try #require(try Probe.pictures(film, size: plain.size).first).y(20, 300) - 44) <= 3)
    }

    @Test func `the footer's words are in the footer`() async throws {
      let path = try await clip("a.mp4", first: 100, step: 0, frames: 1)
      let footer = FilmStripLayout(slots: 1, slotAspect: 16.0 / 9).footer
      let silent = try #require(try Probe.pictures(film, size: try await compose([path]).size).first)
      let made = try await compose([path], footer: "Anna & Ben 💍 العربية")
      let worded = try #require(try Probe.pictures(film, size: made.size).first)
      #expect(worded.meanY(footer) > silent.meanY(footer) + 3)
      let above = PixelRect(x: 0, y: 0, width: made.size.width, height: footer.y)
      #expect(abs(worded.meanY(above) - silent.meanY(above)) < 0.5)
    }

    @Test func `the footer's words lie on a frame, and not below it`() async throws {
      let path = try await clip("a.mp4", first: 100, step: 0, frames: 1)
      let layout = FilmStripLayout(slots: 1, slotAspect: 16.0 / 9)
      var frame = Bitmap(size: layout.size)
      frame.fill(
        PixelRect(x: 0, y: layout.footer.y, width: layout.size.width, height: layout.footer.height),
        with: RGBColor(red: 20, green: 20, blue: 20))
      let artwork = Artwork(stripFrame: try PNG.encode(frame))
      let silent = try #require(try Probe.pictures(film, size: try await compose([path], artwork: artwork).size).first)
      let made = try await compose([path], artwork: artwork, footer: "Anna & Ben")
      let worded = try #require(try Probe.pictures(film, size: made.size).first)
      #expect(worded.meanY(layout.footer) > silent.meanY(layout.footer) + 3)
    }

    @Test func `a filter changes the clips, picture by picture, and not the theme`() async throws {
      let path = try await clip("a.mp4", first: 100, step: 8, frames: 5)
      let made = try await compose([path], filter: .blackAndWhite)
      let slot = FilmStripLayout(slots: 1, slotAspect: 16.0 / 9).slots[0]
      let (x, y) = (slot.x + slot.width / 2, slot.y + slot.height / 2)
      let theme = RGBColor(red: 0x21, green: 0x60, blue: 0x21)
      for (number, picture) in try Probe.pictures(film, size: made.size).enumerated() {
        #expect(abs(picture.u(x, y) - 128) <= 1 && abs(picture.v(x, y) - 128) <= 1)
        // A tenth more contrast around the middle.
        let plain = Double(100 + 8 * number)
        #expect(abs(Double(picture.y(x, y)) - (16 + ((plain - 16) * 280 / 255 - 12 * 219 / 255))) <= 2)
      }
      var green = Theme()
      green.secondary = theme
      let coloured = try await compose([path], theme: green, filter: .sepia)
      let picture = try #require(try Probe.pictures(film, size: coloured.size).first)
      #expect(picture.u(20, 300) < 122 && picture.v(20, 300) < 122, "the ground stays green")
      #expect(picture.u(x, y) < 128 && picture.v(x, y) > 128, "the clip is brown")
    }

    @Test func `a QuickTime film with sound plays as a clip`() async throws {
      let movie = folder.file("clip.mov")
      _ = try Tool.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-f", "lavfi", "-i", "color=c=0x808080:s=640x360:r=24:d=1", "-f", "lavfi", "-i",
          "sine=d=1", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "2", "-c:a", "aac", movie,
        ])
      let made = try await compose([movie])
      #expect(made.frames == 30)
      let light = try lights(made, slots: 1).map { $0[0] }
      #expect(light.allSatisfy { abs($0 - 126) <= 2 }, "\(light)")
    }

    @Test(arguments: [90, 180, 270]) func `a clip from a camera held sideways stands upright`(degrees: Int) async throws
    {
      let flat = folder.file("flat.mp4")
      let turned = folder.file("turned.mov")
      // Four quarters of different lightness, told apart whichever way they are turned.
      _ = try Tool.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-f", "lavfi", "-i",
          "color=c=black:s=320x180:r=30:d=0.1,geq=lum='40+60*gt(X,159)+100*gt(Y,89)':cb=128:cr=128", "-c:v", "libx264",
          "-qp", "10", "-pix_fmt", "yuv420p", flat,
        ])
      _ = try Tool.run(
        "ffmpeg",
        ["-v", "error", "-y", "-i", flat, "-c", "copy", "-metadata:s:v:0", "rotate=\(degrees)", turned])
      let made = try await compose([turned])
      let aspect = degrees == 180 ? 16.0 / 9 : 9.0 / 16
      let layout = FilmStripLayout(slots: 1, slotAspect: aspect)
      #expect(made.size == layout.size)
      // What ffmpeg, which turns by itself, shows in the quarters.
      let size = degrees == 180 ? PixelSize(width: 320, height: 180) : PixelSize(width: 180, height: 320)
      let reference = PlanarPicture(
        size: size,
        bytes: Array(
          try Tool.run(
            "ffmpeg",
            ["-v", "error", "-i", turned, "-frames:v", "1", "-pix_fmt", "yuv420p", "-f", "rawvideo", "-"])))
      let picture = try #require(try Probe.pictures(film, size: made.size).first)
      let slot = layout.slots[0]
      for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
        let shown = picture.y(slot.x + slot.width * x / 4, slot.y + slot.height * y / 4)
        let wanted = reference.y(size.width * x / 4, size.height * y / 4)
        #expect(abs(shown - wanted) <= 3, "quarter \(x),\(y)")
      }
    }

    @Test func `a clip that breaks off plays as far as it goes`() async throws {
      let whole = try await clip("whole.mp4", first: 60, step: 2, frames: 60, size: PixelSize(width: 640, height: 360))
      let cut = folder.file("cut.mp4")
      let all = try bytes(of: whole)
      try write(Array(all.prefix(all.count * 2 / 3)), to: cut)
      let made = try await compose([cut])
      #expect((10..<60).contains(made.frames))
    }

    @Test func `a film ends at its longest, whatever its clips say`() async throws {
      let path = try await clip("long.mp4", first: 60, step: 1, frames: 4, every: 20_000)
      let made = try await FilmStripComposer(longest: .seconds(2)).makeFilmStrip(
        FilmStripRequest(clips: [path], path: film, theme: Theme(), artwork: Artwork(), footer: ""))
      #expect(made.frames == 60 && made.duration == .seconds(2))
    }
  }
}
