import BoothCore
import BoothTesting
import Glibc
import Testing
import Video

extension ClipThreads {
  @Suite struct ClipRecorderTests {
    @Test(arguments: ClipRecorderConformance.checks)
    func `H264 in MP4 keeps the promises of the port`(_ check: ClipRecorderConformance) async throws {
      let folder = try ScratchFolder()
      try await check.run(
        ClipRecorderConformance.Subject(H264ClipRecorder(), path: folder.file("clip.mp4")) { access($0, F_OK) == 0 })
    }

    @Test(arguments: SoundConformance.checks)
    func `the microphone with a script keeps the promises of the port`(_ check: SoundConformance) async throws {
      try await check.run(
        SoundConformance.Subject {
          ScriptedMicrophone(TestSound.blocks(from: 0, to: 0.1, TestSound.sine(440)))
        } failing: {
          ScriptedMicrophone([], error: SoundError(.lost, subject: "default", detail: "it was unplugged"))
        })
    }
  }
}
