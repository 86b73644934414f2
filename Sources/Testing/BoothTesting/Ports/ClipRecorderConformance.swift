public import BoothCore
import Synchronization
public import Testing

/// What every ``ClipRecorder`` promises: run all `checks`, each with a recorder and a folder of its own.
public struct ClipRecorderConformance: Sendable, CustomTestStringConvertible {
  /// A recorder, and where its files are.
  public struct Subject: Sendable {
    let recorder: any ClipRecorder
    let path: String
    let exists: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - path: where a clip can be written.
    ///   - exists: whether there is a file at a path.
    public init(_ recorder: any ClipRecorder, path: String, exists: @escaping @Sendable (String) -> Bool) {
      self.recorder = recorder
      self.path = path
      self.exists = exists
    }
  }

  public let testDescription: String
  public let run: @Sendable (Subject) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  private static let size = PixelSize(width: 64, height: 48)

  private static func frame(_ number: Int) -> Frame {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size.area * 3 / 2, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: 60 + number * 20))
    let address = UInt(bitPattern: memory.baseAddress)
    return Frame(
      sequence: UInt64(number), capturedAt: Instant(nanoseconds: 5_000_000_000 + Int64(number) * 33_333_333),
      size: size,
      layout: .i420, strideBytes: size.width, bytes: UnsafeRawBufferPointer(memory)
    ) { UnsafeMutableRawPointer(bitPattern: address)?.deallocate() }
  }

  /// How often a recording said that it failed by itself.
  private final class Failures: Sendable {
    let count = Atomic<Int>(0)
    var told: @Sendable (ClipError) -> Void { { [self] _ in count.add(1, ordering: .sequentiallyConsistent) } }
  }

  public static let checks: [ClipRecorderConformance] = [
    ClipRecorderConformance("a clip is whole at its path, with as many frames as it got") { subject in
      let failures = Failures()
      subject.recorder.prepare()
      let recording = try subject.recorder.start(ClipRequest(path: subject.path), failed: failures.told)
      for number in 0..<6 { recording.receive(frame(number)) }
      let clip = try await recording.finish()
      #expect(clip.path == subject.path && subject.exists(clip.path))
      #expect(clip.frames + clip.droppedFrames == 6, "every frame is in the file, or counted as lost")
      #expect(clip.frames > 0 && clip.duration > .zero && clip.size.width % 2 == 0 && clip.size.height % 2 == 0)
      #expect(failures.count.load(ordering: .sequentiallyConsistent) == 0, "who was finished has not failed")
    },
    ClipRecorderConformance("a clip of no frames is none, and leaves no file") { subject in
      let recording = try subject.recorder.start(ClipRequest(path: subject.path))
      let error = await #expect(throws: ClipError.self) { try await recording.finish() }
      #expect(error?.code == .noFrames && error?.subject.isEmpty == false && error?.detail.isEmpty == false)
      #expect(!subject.exists(subject.path))
    },
    ClipRecorderConformance("a clip that is cancelled leaves no file, with frames or without") { subject in
      for count in [0, 3] {
        let failures = Failures()
        let recording = try subject.recorder.start(ClipRequest(path: subject.path), failed: failures.told)
        for number in 0..<count { recording.receive(frame(number)) }
        await recording.cancel()
        recording.receive(frame(count))
        #expect(!subject.exists(subject.path))
        #expect(failures.count.load(ordering: .sequentiallyConsistent) == 0, "who was cancelled has not failed")
      }
    },
    ClipRecorderConformance("a frame that comes after the end is ignored, and the next clip is its own") { subject in
      let first = try subject.recorder.start(ClipRequest(path: subject.path))
      for number in 0..<3 { first.receive(frame(number)) }
      let clip = try await first.finish()
      first.receive(frame(3))
      #expect(subject.exists(subject.path))
      let other = subject.path + ".other.mp4"
      let second = try subject.recorder.start(ClipRequest(path: other))
      second.receive(frame(0))
      let next = try await second.finish()
      #expect(clip.frames + clip.droppedFrames == 3 && next.frames + next.droppedFrames == 1)
      #expect(next.path == other && subject.exists(other))
    },
  ]
}
