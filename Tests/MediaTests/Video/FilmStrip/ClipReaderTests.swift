import BoothCore
import Testing

@testable import Video

extension ClipThreads {
  @Suite struct ClipReaderTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test func `damaged clips are refused or played as far as they can be, and end`() async throws {
      let camera = TestCamera(PixelSize(width: 160, height: 120))
      let recording = try H264ClipRecorder().start(ClipRequest(path: folder.file("whole.mp4")))
      await recording.receiveAll((0..<12).lazy.map { camera.frame($0) }, from: camera)
      let whole = try bytes(of: try await recording.finish().path)
      let index = try MP4Boxes.start(of: "mdat", in: whole)
      let path = folder.file("damaged.mp4")
      var random: UInt32 = 1
      func next(below limit: Int) -> Int {
        random = random &* 1_664_525 &+ 1_013_904_223
        return Int(random >> 8) % limit
      }
      var played = 0
      for round in 0..<200 {
        var damaged = whole
        // Half of them in the index, where every number matters; the others anywhere.
        let limit = round % 2 == 0 ? index : whole.count
        for _ in 0...next(below: 8) { damaged[next(below: limit)] = UInt8(next(below: 256)) }
        if round % 5 == 0 { damaged.removeLast(next(below: damaged.count / 2)) }
        try write(damaged, to: path)
        do {
          let reader = try ClipReader(path: path)
          _ = try reader.advance(to: 1e12)
          #expect(reader.isOver(at: 1e300))
          #expect(reader.planes != nil && reader.aspect > 0)
          played += 1
        } catch {
          #expect(error.subject == path)
        }
      }
      #expect((20..<200).contains(played), "\(played) of 200 were still films")
      #expect(ProcessState.descriptors(in: folder.path) == 0)
    }
  }
}
