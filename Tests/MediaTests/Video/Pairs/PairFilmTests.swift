import BoothCore
import Imaging
import Testing

@testable import Video

extension ClipThreads {
  @Suite(.enabled(if: Tool.isInstalled, Comment(rawValue: Tool.skipped)))
  struct PairFilmTests {
    private let folder: ScratchFolder
    private var path: String { folder.file("pair") }

    init() throws { folder = try ScratchFolder() }

    private static func film(_ size: PixelSize = PixelSize(width: 320, height: 180)) -> PairFilm {
      PairFilm(
        old: Bitmap(size: size, color: RGBColor(red: 60, green: 60, blue: 60)),
        new: Bitmap(size: size, color: RGBColor(red: 220, green: 220, blue: 220)))
    }

    /// The brightness of a point in every picture, as players show them.
    private func levels(_ made: RecordedClip, x: Int, y: Int) throws -> [Int] {
      let bytes = try Tool.run(
        "ffmpeg",
        ["-v", "error", "-i", made.path, "-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo", "-"])
      let area = made.size.area
      return stride(from: 0, to: bytes.count - area + 1, by: area).map { Int(bytes[$0 + y * made.size.width + x]) }
    }

    @Test(arguments: PairMotion.allCases, [10.0, 30])
    func `a round ends where it began`(_ motion: PairMotion, _ rate: Double) {
      let steps = motion.steps(framesPerSecond: rate)
      #expect(
        steps.count > 6 && Array(steps.dropFirst()).map(\.frames) == Array(steps.dropFirst()).reversed().map(\.frames))
      #expect(Array(steps.dropFirst()).map(\.picture) == Array(steps.dropFirst()).reversed().map(\.picture))
      #expect(steps.last?.frames == 1, "so that a GIF, whose last picture has one length, repeats in time")
    }

    @Test func `blinking goes from the old picture over to the new one and back, three times`() throws {
      let made = try Self.film().write(.blink, .mp4, to: path)
      let found = try Probe.entries(path)
      #expect(found["codec_name"] == "h264" && found["pix_fmt"] == "yuv420p")
      #expect(found["nb_read_packets"] == "342" && made.frames == 342 && made.duration == .milliseconds(11_400))
      #expect(try MP4Boxes.outermost(bytes(of: path)) == ["ftyp", "moov", "free", "mdat"])
      let seen = try levels(made, x: 160, y: 90)
      #expect(seen.count == 342)
      for round in 0..<3 {
        #expect(abs(seen[round * 114 + 20] - 60) < 6 && abs(seen[round * 114 + 77] - 220) < 6)
        let fade = seen[round * 114 + 45..<round * 114 + 57]
        #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 < $1 }, "\(fade)")
      }
    }

    @Test func `the bar goes over the pictures, the old one at its left`() throws {
      let made = try Self.film().write(.slider, .mp4, to: path)
      let (left, right) = (try levels(made, x: 40, y: 20), try levels(made, x: 280, y: 20))
      #expect(left.count == made.frames && made.frames == 3 * 150)
      #expect(abs(left[0] - 60) < 6 && abs(right[0] - 60) < 6)
      let (middle, whole) = (21 + 27, 21 + 54 + 10)
      #expect(abs(left[middle] - 60) < 12 && abs(right[middle] - 220) < 12)
      #expect(abs(left[whole] - 220) < 6 && abs(right[whole] - 220) < 6)
    }

    @Test(arguments: PairMotion.allCases)
    func `a GIF repeats without end and shows both pictures`(_ motion: PairMotion) throws {
      let made = try Self.film().write(motion, .gif, to: path)
      let found = try Probe.entries(path)
      #expect(found["codec_name"] == "gif")
      let file = try bytes(of: path)
      let mark = Array("NETSCAPE2.0".utf8)
      let at = try #require((0..<1000).first { Array(file[$0..<$0 + mark.count]) == mark })
      #expect(Array(file[at + 11..<at + 15]) == [3, 1, 0, 0], "without end")
      let seen = try levels(made, x: 40, y: 20)
      #expect(abs(seen[0] - 60) < 10 && abs((seen.max() ?? 0) - 220) < 10)
      // A picture that stands still is in the file once.
      let packets = try Probe.packets(path)
      #expect(packets.count == motion.steps(framesPerSecond: 10).count)
      let rest = motion == .blink ? 1.5 : 0.7
      #expect(abs(packets[1].seconds - packets[0].seconds - rest) < 0.02)
    }

    @Test func `films have even sides, no more than phones play, and the pictures' proportions`() {
      for (size, expected) in [
        ((4000, 3000), (1672, 1254)), ((6000, 1200), (1920, 384)), ((1000, 5000), (384, 1920)),
        ((333, 221), (332, 220)),
        ((3, 2000), (16, 1920)), ((1920, 1080), (1920, 1080)),
      ] {
        let made = PairFilm.size(PixelSize(width: size.0, height: size.1), 1920, area: 8192 * 256)
        #expect(made == PixelSize(width: expected.0, height: expected.1))
      }
    }

    @Test(
      .enabled(if: TinyDisk.isPossible, Comment(rawValue: TinyDisk.skipped)),
      arguments: [
        BoomerangRequest.Format.mp4, .gif,
      ])
    func `a full disk is told as such, and leaves nothing`(_ format: BoomerangRequest.Format) throws {
      let disk = try TinyDisk(kilobytes: 8)
      var random = SeededRandom(seed: 1)
      let size = PixelSize(width: 320, height: 180)
      let noise = (0..<2).map { _ in
        Bitmap(
          size: size,
          pixels: (0..<size.area).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000 })
      }
      let error = #expect(throws: ClipError.self) {
        try PairFilm(old: noise[0], new: noise[1]).write(.blink, format, to: disk.path + "/film")
      }
      #expect(
        error?.code == .file && error?.detail.contains("No space left") == true, "\(error.map(\.description) ?? "")")
      #expect(list(disk.path) == [])
    }
  }
}
