import BoothCore
import Glibc
import Testing

@testable import Video

extension ClipThreads {
  @Suite struct FilmStripFaultTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func clip(_ name: String, frames: Int = 3) async throws -> String {
      let camera = TestCamera(PixelSize(width: 160, height: 120))
      let recording = try H264ClipRecorder().start(ClipRequest(path: folder.file(name)))
      await recording.receiveAll((0..<frames).lazy.map { camera.frame($0) }, from: camera)
      return try await recording.finish().path
    }

    private func failure(_ clips: [String], path: String) async -> ClipError? {
      do {
        _ = try await FilmStripComposer().makeFilmStrip(
          FilmStripRequest(clips: clips, path: path, theme: Theme(), artwork: Artwork(), footer: "x"))
        return nil
      } catch {
        return error
      }
    }

    @Test func `a clip that cannot be read is named and leaves no film`() async throws {
      let good = try await clip("good.mp4")
      let whole = try bytes(of: good)
      let film = folder.file("film.mp4")
      let playlist = Array("#EXTM3U\n#EXTINF:1,\n\(good)\n".utf8)
      let broken: [(String, [UInt8])] = [
        ("empty.mp4", []), ("words.mp4", Array("this is no film at all, and never was".utf8)),
        ("headless.mp4", Array(whole.dropFirst(whole.count / 2))), ("beginning.mp4", Array(whole.prefix(40))),
        ("playlist.mp4", playlist), ("zeros.mp4", Array(repeating: 0, count: 5000)),
        ("still.mp4", MovingPicture.jpeg(MovingPicture.i420(PixelSize(width: 64, height: 64), 0))),
        ("pictureless.mp4", Array(whole.prefix(try MP4Boxes.start(of: "mdat", in: whole) + 20))),
      ]
      for (name, bytes) in broken {
        let path = folder.file(name)
        try write(bytes, to: path)
        let error = await failure([good, path], path: film)
        #expect(error?.subject == path, "\(name): \(String(describing: error))")
        #expect(error?.mayPass == false, "\(name): \(String(describing: error))")
        #expect(access(film, F_OK) != 0, "\(name)")
      }
      #expect(await failure([good], path: film) == nil)
    }

    @Test func `a clip that is missing, a folder or a pipe is named at once`() async throws {
      let film = folder.file("film.mp4")
      let missing = folder.file("missing.mp4")
      #expect(
        await failure([missing], path: film)
          == ClipError(.file, subject: missing, detail: "No such file or directory"))
      #expect(await failure([folder.path], path: film)?.subject == folder.path)
      let pipe = folder.file("pipe.mp4")
      try #require(mkfifo(pipe, 0o600) == 0)
      #expect(await failure([pipe], path: film)?.subject == pipe)
      #expect(access(film, F_OK) != 0)
    }

    @Test func `a film over one of its clips harms nothing`() async throws {
      let path = try await clip("clip.mp4")
      let before = try bytes(of: path)
      #expect(await failure([path], path: path)?.subject == path)
      let link = folder.file("link.mp4")
      try #require(symlink(path, link) == 0)
      #expect(await failure([path], path: link)?.subject == link)
      #expect(try bytes(of: path) == before)
    }

    @Test func `a film of no clips is refused`() async throws {
      #expect(await failure([], path: folder.file("film.mp4"))?.code == .noFrames)
      #expect(folder.names.isEmpty)
    }

    @Test func `a full disk is an error that says so`() async throws {
      let path = try await clip("clip.mp4")
      let full = folder.file("full.mp4")
      try #require(symlink("/dev/full", full) == 0)
      #expect(
        await failure([path], path: full) == ClipError(.file, subject: full, detail: "No space left on device"))
      #expect(folder.names == ["clip.mp4"])
      let missing = folder.file("no/film.mp4")
      #expect(
        await failure([path], path: missing)
          == ClipError(.file, subject: missing, detail: "No such file or directory"))
    }

    @Test func `a cancelled film leaves no file and no thread`() async throws {
      let path = try await clip("clip.mp4", frames: 60)
      let film = folder.file("film.mp4")
      let composer = FilmStripComposer(encoding: ClipEncoding(preset: .faster, rateFactor: 10))
      let making = Task {
        try await composer.makeFilmStrip(
          FilmStripRequest(
            clips: Array(repeating: path, count: 6), path: film, theme: Theme(), artwork: Artwork(), footer: ""))
      }
      await eventually { access(film, F_OK) == 0 }
      making.cancel()
      await #expect(
        throws: ClipError(.timedOut, subject: film, detail: "it was cancelled before it was ready")
      ) { try await making.value }
      #expect(folder.names == ["clip.mp4"])
      await eventually { ProcessState.threads(named: "filmstrip") == 0 }
    }

    @Test func `many films, good and bad, leave no thread and no open file behind`() async throws {
      let path = try await clip("clip.mp4")
      let words = folder.file("words.mp4")
      try write(Array("no film".utf8), to: words)
      let cut = folder.file("cut.mp4")
      try write(Array(try bytes(of: path).dropLast(500)), to: cut)
      for number in 0..<10 {
        _ = await failure([path, number % 2 == 0 ? words : path, cut], path: folder.file("film\(number).mp4"))
      }
      await eventually { ProcessState.threads(named: "filmstrip") == 0 }
      #expect(ProcessState.descriptors(in: folder.path) == 0)
      #expect(folder.names.count == 3 + 5)
    }
  }
}
