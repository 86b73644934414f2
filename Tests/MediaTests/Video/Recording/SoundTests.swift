import BoothCore
import Testing

@testable import Video

extension ClipThreads {
  @Suite(.enabled(if: Tool.isInstalled, Comment(rawValue: Tool.skipped)))
  struct SoundTests {
    private let folder: ScratchFolder
    private var path: String { folder.file("clip.mp4") }

    init() throws { folder = try ScratchFolder() }

    /// A clip of so many seconds at 30 frames a second.
    private func record(
      _ microphone: ScriptedMicrophone, seconds: Int = 2, hasSound: Bool = true
    ) async throws -> RecordedClip {
      let camera = TestCamera(PixelSize(width: 64, height: 48))
      let recording = try H264ClipRecorder(microphone: microphone).start(ClipRequest(path: path, hasSound: hasSound))
      await recording.receiveAll((0..<seconds * 30).lazy.map { camera.frame($0) }, from: camera)
      return try await recording.finish()
    }

    /// The seconds at which something louder than silence begins, each at least a tenth after the one before.
    private func onsets(_ samples: [Int16]) -> [Double] {
      var onsets: [Double] = []
      var last = -1.0
      for (index, sample) in samples.enumerated() where abs(Int(sample)) > 3000 {
        let second = Double(index) / Double(SoundBlock.samplesPerSecond)
        if second - last > 0.1 { onsets.append(second) }
        last = second
      }
      return onsets
    }

    @Test func `the sound of the microphone is in the clip, as AAC`() async throws {
      let microphone = ScriptedMicrophone(TestSound.blocks(from: -0.3, to: 2.4, TestSound.sine(1000)))
      let clip = try await record(microphone)
      #expect(clip.soundTrouble == nil && clip.frames == 60)
      let found = try Probe.sound(path)
      #expect(found["codec_name"] == "aac" && found["profile"] == "LC")
      #expect(found["sample_rate"] == "48000" && found["channels"] == "1")
      #expect(try Probe.entries(path)["nb_streams"] == "2")
      #expect(try MP4Boxes.outermost(bytes(of: path)) == ["ftyp", "moov", "free", "mdat"])
      let samples = try Probe.samples(path)
      #expect(abs(Double(samples.count) / 48_000 - 2) < 0.03, "it ends with the pictures")
      let middle = samples.dropFirst(4800).prefix(86_400)
      let rises = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
      #expect(abs(rises - 1800) <= 1, "1000 Hz for 1.8 s")
      #expect((7000...9000).contains(middle.map { abs(Int($0)) }.max() ?? 0))
      #expect(microphone.starts == 1 && microphone.stops > 0)
    }

    @Test(arguments: [-0.5, 0, 0.75])
    func `a sound is heard when it was made, however early or late the microphone began`(begin: Double) async throws {
      let clip = try await record(ScriptedMicrophone(TestSound.blocks(from: begin, to: 2.1, TestSound.beep(at: 1.2))))
      #expect(clip.soundTrouble == nil)
      let heard = onsets(try Probe.samples(path))
      try #require(heard.count == 1)
      #expect(abs(heard[0] - 1.2) < 0.005, "\(heard)")
    }

    @Test(arguments: [0.995, 1.003])
    func `a microphone whose clock is wrong stays with the pictures`(clockRate: Double) async throws {
      let microphone = ScriptedMicrophone(
        TestSound.blocks(
          from: -0.1, to: 4.9, clockRate: clockRate, jitter: { [0, 4, -6, 2, 8, -8][$0 % 6] }, TestSound.beep(at: 4.5)))
      let clip = try await record(microphone, seconds: 5)
      #expect(clip.soundTrouble == nil)
      let heard = onsets(try Probe.samples(path))
      try #require(heard.count == 1)
      #expect(abs(heard[0] - 4.5) < 0.015, "\(heard)")
    }

    @Test func `what the microphone lost is silent, and what follows stands where it belongs`() async throws {
      let sound = { (time: Double) in TestSound.beep(at: 0.3)(time) + TestSound.beep(at: 1.5)(time) }
      let blocks =
        TestSound.blocks(from: 0, to: 0.8, sound) + TestSound.blocks(from: 0.6, to: 0.8, sound)
        + TestSound.blocks(from: 1.3, to: 2.1, sound)
      let clip = try await record(ScriptedMicrophone(blocks))
      #expect(clip.soundTrouble == nil)
      let samples = try Probe.samples(path)
      let heard = onsets(samples)
      try #require(heard.count == 2)
      #expect(abs(heard[0] - 0.3) < 0.005 && abs(heard[1] - 1.5) < 0.005, "\(heard)")
      #expect(samples[43_200..<57_600].allSatisfy { abs(Int($0)) < 200 })
    }

    @Test func `a microphone that is lost in mid-clip leaves the rest silent and the pictures whole`() async throws {
      let microphone = ScriptedMicrophone(
        TestSound.blocks(from: 0, to: 1, TestSound.sine(1000)),
        error: SoundError(.lost, subject: "hw:1", detail: "No such device"))
      let clip = try await record(microphone)
      #expect(clip.frames == 60 && clip.soundTrouble == "microphone hw:1: No such device")
      let samples = try Probe.samples(path)
      #expect(abs(Double(samples.count) / 48_000 - 2) < 0.03)
      #expect(
        samples.prefix(48_000).contains { $0 > 5000 } && samples.dropFirst(52_000).allSatisfy { abs(Int($0)) < 200 })
    }

    @Test func `a microphone that falls silent without a word is told of`() async throws {
      let clip = try await record(ScriptedMicrophone(TestSound.blocks(from: 0, to: 1, TestSound.sine(1000))))
      #expect(clip.frames == 60 && clip.soundTrouble?.contains("fell silent") == true)
    }

    @Test func `without a microphone the clip has pictures only`() async throws {
      let error = SoundError(.missing, subject: "auto", detail: "no microphone is attached")
      let clip = try await record(ScriptedMicrophone([], error: error))
      #expect(clip.frames == 60 && clip.soundTrouble == error.description)
      #expect(try Probe.entries(path)["nb_streams"] == "1")
      #expect(try Probe.sound(path).isEmpty)
    }

    @Test func `a microphone that hangs gives a clip without sound`() async throws {
      let clip = try await record(ScriptedMicrophone([]))
      #expect(clip.frames == 60 && clip.soundTrouble?.contains("nothing in time") == true)
      #expect(try Probe.entries(path)["nb_streams"] == "1")
    }

    @Test func `sound of another clock is left out`() async throws {
      for moment in [Int64.min, 1 << 50, .max] {
        let blocks = [SoundBlock(capturedAt: Instant(nanoseconds: moment), samples: [1, 2, 3])]
        let clip = try await record(ScriptedMicrophone(blocks))
        #expect(clip.frames == 60 && clip.soundTrouble?.contains("different clocks") == true)
        #expect(try Probe.entries(path)["nb_streams"] == "1")
      }
    }

    @Test func `sound from before the clip is not in it`() async throws {
      let clip = try await record(ScriptedMicrophone(TestSound.blocks(from: -1, to: -0.1, TestSound.sine(1000))))
      #expect(clip.frames == 60 && clip.soundTrouble?.contains("nothing in time") == true)
      #expect(try Probe.entries(path)["nb_streams"] == "1")
    }

    @Test func `nobody listens when no sound was asked for`() async throws {
      let microphone = ScriptedMicrophone(TestSound.blocks(from: 0, to: 2, TestSound.sine(1000)))
      let clip = try await record(microphone, hasSound: false)
      #expect(microphone.starts == 0 && clip.soundTrouble == nil)
      #expect(try Probe.entries(path)["nb_streams"] == "1")
    }

    @Test func `a cancelled clip stops the microphone`() async throws {
      let microphone = ScriptedMicrophone([])
      let recording = try H264ClipRecorder(microphone: microphone).start(ClipRequest(path: path, hasSound: true))
      await recording.cancel()
      #expect(microphone.stops > 0)
    }
  }
}

@Suite struct SoundQueueTests {
  @Test func `more than five seconds of sound wait for nobody`() {
    let queue = SoundQueue()
    for _ in 0..<400 {
      queue.receive(SoundBlock(capturedAt: TestSound.origin, samples: Array(repeating: 0, count: 960)))
    }
    #expect(queue.takeAll().count == 250)
    #expect(queue.takeAll().isEmpty)
  }
}
