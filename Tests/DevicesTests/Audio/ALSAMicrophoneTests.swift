import Audio
import BoothCore
import BoothTesting
import Glibc
import Synchronization
import Testing

/// The real libasound with its `file` plugin: a microphone that gives what is in a file, or in a pipe.
@Suite(.serialized) struct ALSAMicrophoneTests {
  /// With devices in ALSA's own configuration language, which libasound reads when it first opens one.
  private static let folder: String? = {
    var template = Array("/tmp/booth-alsa-XXXXXX".utf8CString)
    guard let folder = mkdtemp(&template).map({ String(cString: $0) }) else { return nil }
    let devices = """
      </usr/share/alsa/alsa.conf>
      pcm.booth_sine { type file file "/dev/null" format raw infile "\(folder)/sine" slave.pcm { type null } }
      pcm.booth_pipe { type file file "/dev/null" format raw infile "\(folder)/pipe" slave.pcm { type null } }
      pcm.booth_stereo {
        type multi slaves.a { pcm { type null } channels 2 }
        bindings.0 { slave a channel 0 } bindings.1 { slave a channel 1 }
      }

      """
    guard let file = fopen(folder + "/asound.conf", "w") else { return nil }
    fputs(devices, file)
    fclose(file)
    setenv("ALSA_CONFIG_PATH", folder + "/asound.conf", 1)
    return folder
  }()
  private let folder: String

  init() throws { folder = try #require(Self.folder) }

  /// What arrives, for one test to look at.
  private final class Ear: SoundSink {
    struct Heard: Sendable {
      var blocks: [SoundBlock] = []
      var errors: [SoundError] = []
    }
    private let heard = Mutex(Heard())
    func receive(_ block: SoundBlock) { heard.withLock { $0.blocks.append(block) } }
    func soundEnded(_ error: SoundError) { heard.withLock { $0.errors.append(error) } }
    var now: Heard { heard.withLock { $0 } }
    var samples: Int { heard.withLock { $0.blocks.reduce(0) { $0 + $1.samples.count } } }
  }

  @Test func `what the device gives arrives with the moment of its capture, no faster than time goes by`() async throws
  {
    let samples = (0..<96_000).map { Int16(8000 * sin(2 * Double.pi * Double($0) / 48)) }
    let file = try #require(fopen(folder + "/sine", "w"))
    samples.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
    let ear = Ear()
    let begun = now()
    let microphone = ALSAMicrophone(device: "booth_sine")
    let capture = microphone.start(into: ear)
    await eventually { ear.samples >= 24_000 || !ear.now.errors.isEmpty }
    let took = now() - begun
    capture.stop()
    #expect(ear.now.errors == [])
    #expect(took > 0.15, "half a second came in \(took) s; a quarter is let pass")
    let blocks = ear.now.blocks
    #expect(zip(blocks, blocks.dropFirst()).allSatisfy { $0.capturedAt <= $1.capturedAt })
    #expect(blocks.allSatisfy { abs(seconds($0.capturedAt) - begun) < took + 1 })
    let heard = blocks.flatMap(\.samples)
    let isSame = heard.prefix(24_000).elementsEqual(samples.prefix(24_000))
    #expect(isSame, "sample for sample")
    await eventually { microphone.threads == 0 }
  }

  @Test(.timeLimit(.minutes(15)), arguments: SoundConformance.checks)
  func `a microphone of ALSA keeps the promises of the port`(_ check: SoundConformance) async throws {
    let file = try #require(fopen(folder + "/sine", "w"))
    let samples = [Int16](repeating: 5, count: 96_000)
    samples.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
    try await check.run(
      SoundConformance.Subject {
        ALSAMicrophone(device: "booth_sine")
      } failing: {
        ALSAMicrophone(device: "plughw:CARD=NoSuchCard,DEV=0")
      })
  }

  @Test func `a device that is not there is missing`() async throws {
    let ear = Ear()
    let capture = ALSAMicrophone(device: "plughw:CARD=NoSuchCard,DEV=0").start(into: ear)
    await eventually { !ear.now.errors.isEmpty }
    #expect(ear.now.errors.count == 1)
    let error = try #require(ear.now.errors.first)
    #expect(error.code == .missing && error.detail.contains("opening it"), "\(error)")
    capture.stop()
  }

  @Test func `a device that cannot give what is needed is unsuited`() async throws {
    let ear = Ear()
    let capture = ALSAMicrophone(device: "booth_stereo").start(into: ear)
    await eventually { !ear.now.errors.isEmpty }
    let error = try #require(ear.now.errors.first)
    #expect(error.code == .unsuited && !error.mayPass && error.detail.contains("one channel"), "\(error)")
    capture.stop()
  }

  @Test func `a device that hangs keeps one thread and nobody waiting, and is used again when it is free`() async throws
  {
    let pipe = folder + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    // Never waits for a reader.
    let writer = open(pipe, O_RDWR | O_NONBLOCK)
    let (first, second, third) = (Ear(), Ear(), Ear())
    let microphone = ALSAMicrophone(device: "booth_pipe")
    let silence = [UInt8](repeating: 0, count: 60_000)
    // It reads what there is, and waits in the pipe for what does not come. It would look at the end when it is back
    // from there; a second later it is given up. One that had not come to wait yet ends at once: then once more.
    repeat {
      let heard = first.samples
      let capture = microphone.start(into: first)
      _ = write(writer, silence, 4800)
      await eventually { first.samples > heard }
      // All that there is has come: it waits in the pipe when nothing more has for a while.
      var (count, since) = (first.samples, now())
      await eventually {
        if first.samples != count { (count, since) = (first.samples, now()) }
        return now() - since > 0.3
      }
      capture.stop()
      let begun = now()
      await eventually { now() - begun > 1.2 }
    } while microphone.threads == 0
    #expect(microphone.threads == 1)
    microphone.start(into: second).stop()
    #expect(second.now.errors.map(\.code) == [.hangs])
    // What hung comes back.
    await eventually {
      _ = write(writer, silence, silence.count)
      return microphone.threads == 0
    }
    let again = microphone.start(into: third)
    await eventually {
      _ = write(writer, silence, silence.count)
      return third.samples > 0
    }
    again.stop()
    await eventually {
      _ = write(writer, silence, silence.count)
      return microphone.threads == 0
    }
    close(writer)
  }

  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private func seconds(_ moment: Instant) -> Double { Double(moment.nanoseconds) * 1e-9 }

  private func eventually(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
    let deadline = ContinuousClock.now + .seconds(600)
    while !condition() {
      guard ContinuousClock.now < deadline else {
        Issue.record("waited ten minutes in vain", sourceLocation: sourceLocation)
        return
      }
      await Task.moment()
    }
  }
}
