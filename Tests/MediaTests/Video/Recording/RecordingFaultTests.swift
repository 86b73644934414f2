import BoothCore
import Glibc
import Synchronization
import Testing

@testable import Video

extension ClipThreads {
  @Suite struct RecordingFaultTests {
    private let folder: ScratchFolder
    private let camera = TestCamera(PixelSize(width: 160, height: 120))

    init() throws { folder = try ScratchFolder() }

    /// Records until the recording refuses frames or `count` were handed over, and answers with its error.
    private func failure(of request: ClipRequest, camera: TestCamera, frames count: Int) async -> ClipError? {
      do {
        let recording = try H264ClipRecorder().start(request)
        await recording.receiveAll((0..<count).lazy.map { camera.frame($0) }, from: camera)
        _ = try await recording.finish()
        return nil
      } catch {
        return error
      }
    }

    @Test func `a recording that fails by itself says so at once, and only then`() async throws {
      let path = folder.file("full.mp4")
      try #require(symlink("/dev/full", path) == 0)
      let told = Mutex<[ClipError]>([])
      let recording = try H264ClipRecorder().start(ClipRequest(path: path)) { error in
        told.withLock { $0.append(error) }
      }
      var number = 0
      // It is not asked to finish.
      await eventually {
        recording.receive(camera.frame(number))
        number += 1
        return !told.withLock { $0.isEmpty }
      }
      await #expect(throws: ClipError.self) { try await recording.finish() }
      #expect(told.withLock { $0 } == [ClipError(.file, subject: path, detail: "No space left on device")])

      let unasked = Mutex(0)
      let cancelled = try H264ClipRecorder().start(ClipRequest(path: folder.file("a.mp4"))) { _ in
        unasked.withLock { $0 += 1 }
      }
      await cancelled.cancel()
      let empty = try H264ClipRecorder().start(ClipRequest(path: folder.file("b.mp4"))) { _ in
        unasked.withLock { $0 += 1 }
      }
      await #expect(throws: ClipError.self) { try await empty.finish() }
      #expect(unasked.withLock { $0 } == 0)
    }

    @Test func `no frames make no clip and leave no file`() async throws {
      let path = folder.file("none.mp4")
      let error = await failure(of: ClipRequest(path: path), camera: camera, frames: 0)
      #expect(error == ClipError(.noFrames, subject: path, detail: "not one frame arrived"))
      #expect(folder.names.isEmpty)
    }

    @Test func `only broken frames make no clip and leave no file`() async throws {
      let path = folder.file("broken.mp4")
      let camera = TestCamera(PixelSize(width: 160, height: 120), .jpeg)
      let recording = try H264ClipRecorder().start(ClipRequest(path: path))
      for number in 0..<3 { recording.receive(camera.frame(bytes: [0xFF, 0xD8, 0xFF], number)) }
      await #expect(
        throws: ClipError(.noFrames, subject: path, detail: "not one of 3 frames was a whole picture")
      ) { try await recording.finish() }
      #expect(folder.names.isEmpty)
    }

    @Test func `a frame of no size is dropped`() async throws {
      let recording = try H264ClipRecorder().start(ClipRequest(path: folder.file("clip.mp4")))
      let empty = TestCamera(PixelSize(width: 0, height: 0), .jpeg)
      recording.receive(empty.frame(bytes: [1, 2, 3], 0))
      recording.receive(camera.frame(1))
      let clip = try await recording.finish()
      #expect(clip.frames == 1 && clip.droppedFrames == 1)
      #expect(clip.size == camera.size)
    }

    @Test func `a cancelled recording leaves no file and gives its frames back`() async throws {
      let path = folder.file("cancelled.mp4")
      let camera = TestCamera(PixelSize(width: 1280, height: 720))
      let recording = try H264ClipRecorder().start(ClipRequest(path: path))
      for number in 0..<8 { recording.receive(camera.frame(number)) }
      await recording.cancel()
      #expect(folder.names.isEmpty)
      #expect(camera.framesOut == 0)
      recording.receive(camera.frame(9))
      #expect(camera.framesOut == 0)
      await #expect(throws: ClipError(.noFrames, subject: path, detail: "the recording was cancelled")) {
        try await recording.finish()
      }
      await recording.cancel()
    }

    @Test func `a recording that nobody holds cancels itself`() async throws {
      do {
        let recording = try H264ClipRecorder().start(ClipRequest(path: folder.file("forgotten.mp4")))
        recording.receive(camera.frame(0))
      }
      await eventually { folder.names.isEmpty && ProcessState.threads(named: "clip") == 0 }
      #expect(camera.framesOut == 0)
    }

    @Test func `a path that cannot be written is refused at the start`() throws {
      let missing = folder.file("no/such/folder/clip.mp4")
      #expect(throws: ClipError(.file, subject: missing, detail: "No such file or directory")) {
        try H264ClipRecorder().start(ClipRequest(path: missing))
      }
      #expect(throws: ClipError(.file, subject: folder.path, detail: "Is a directory")) {
        try H264ClipRecorder().start(ClipRequest(path: folder.path))
      }
    }

    @Test func `a size without room for a picture is refused at the start`() throws {
      #expect(throws: ClipError.self) {
        try H264ClipRecorder().start(
          ClipRequest(path: folder.file("clip.mp4"), maximumSize: PixelSize(width: 1280, height: 1)))
      }
      #expect(folder.names.isEmpty)
    }

    @Test(arguments: ["colon: 1.mp4", "http:clip.mp4", "über 100%d.mp4", "clip"])
    func `any file name will do`(name: String) async throws {
      #expect(await failure(of: ClipRequest(path: folder.file(name)), camera: camera, frames: 2) == nil)
      #expect(folder.names == [name])
      #expect(try MP4Boxes.outermost(bytes(of: folder.file(name))) == ["ftyp", "moov", "free", "mdat"])
    }

    @Test func `a file that was there is overwritten`() async throws {
      let path = folder.file("clip.mp4")
      try write(Array(repeating: 7, count: 2_000_000), to: path)
      #expect(await failure(of: ClipRequest(path: path), camera: camera, frames: 2) == nil)
      #expect(try bytes(of: path).count < 100_000)
    }

    @Test func `a device that is full is an error that says so, and stays a device`() async throws {
      let path = folder.file("full.mp4")
      try #require(symlink("/dev/full", path) == 0)
      let error = await failure(of: ClipRequest(path: path), camera: camera, frames: 40)
      #expect(error == ClipError(.file, subject: path, detail: "No space left on device"))
      #expect(folder.names.isEmpty, "the link is gone")
      #expect(access("/dev/full", F_OK) == 0)
      let direct = await failure(of: ClipRequest(path: "/dev/full"), camera: camera, frames: 4)
      #expect(direct?.code == .file)
      #expect(access("/dev/full", F_OK) == 0)
    }

    @Test(
      .enabled(if: TinyDisk.isPossible, Comment(rawValue: TinyDisk.skipped)), arguments: [4, 20, 40, 72])
    func `a disk that fills up fails the clip and gets its space back`(kilobytes: Int) async throws {
      let disk = try TinyDisk(kilobytes: kilobytes)
      let camera = TestCamera(PixelSize(width: 640, height: 480))
      let path = "\(disk.path)/clip.mp4"
      let error = await failure(of: ClipRequest(path: path), camera: camera, frames: 60)
      #expect(error == ClipError(.file, subject: path, detail: "No space left on device"))
      #expect(list(disk.path).isEmpty)
      #expect(camera.framesOut == 0)
      #expect(ProcessState.descriptors(in: disk.path) == 0)
    }

    @Test(.enabled(if: TinyDisk.isPossible, Comment(rawValue: TinyDisk.skipped)))
    func `a disk with no room left for the index fails the clip`() async throws {
      // The same clip on a roomy disk says how many bytes would just do.
      let path = folder.file("clip.mp4")
      #expect(await failure(of: ClipRequest(path: path), camera: camera, frames: 300) == nil)
      let needed = try bytes(of: path).count
      // tmpfs counts whole pages of 4096 bytes; the index of 300 frames takes more than one.
      let disk = try TinyDisk(kilobytes: (needed / 4096 - 1) * 4)
      let tight = "\(disk.path)/clip.mp4"
      let error = await failure(of: ClipRequest(path: tight), camera: camera, frames: 300)
      #expect(error == ClipError(.file, subject: tight, detail: "No space left on device"))
      #expect(list(disk.path).isEmpty)
    }

    @Test func `twenty recordings leave no thread, no open file and no frame behind`() async throws {
      for number in 0..<20 {
        let path = folder.file("clip\(number).mp4")
        let recording = try H264ClipRecorder().start(ClipRequest(path: path))
        for frame in 0..<5 { recording.receive(camera.frame(frame)) }
        switch number % 4 {
        case 0: await recording.cancel()
        case 1: break
        default: _ = try await recording.finish()
        }
        if number % 4 == 2 {
          try #require(symlink("/dev/full", folder.file("full\(number)")) == 0)
          _ = await failure(of: ClipRequest(path: folder.file("full\(number)")), camera: camera, frames: 3)
        }
      }
      await eventually { ProcessState.threads(named: "clip") == 0 }
      #expect(ProcessState.descriptors(in: folder.path) == 0)
      #expect(camera.framesOut == 0)
      #expect(folder.names.count == 10)
    }
  }
}
