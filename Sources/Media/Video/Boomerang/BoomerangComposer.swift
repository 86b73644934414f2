public import BoothCore
import BoothSystem

/// Makes boomerangs: a moment from the middle of a clip, a little faster than it was, forth and back without end.
///
/// Everything happens on a thread of its own that gives way to all others.
public struct BoomerangComposer: BoomerangMaker {
  /// How hard the encoder works for MP4; ``ClipEncoding/balanced`` unless said otherwise.
  public var encoding: ClipEncoding
  /// 0 (like everything else) to 19 (only idle time).
  public var niceness: Int32

  /// A composer that gives way to all else on the machine, unless said otherwise.
  public init(encoding: ClipEncoding = .balanced, niceness: Int32 = 10) {
    self.encoding = encoding
    self.niceness = niceness
  }

  /// Writes the boomerang and says what it wrote. A task that is cancelled stops it within a picture and leaves no file.
  /// - Throws: ``ClipError`` whose subject is the clip or the film that it is about.
  public func makeBoomerang(_ request: BoomerangRequest) async throws(ClipError) -> RecordedClip {
    let outcome = Outcome<RecordedClip>()
    let cancellation = Cancellation()
    let code = OwnThread.start("boomerang", niceness: niceness, leavesSignals: true) { [encoding] in
      outcome.settle(BoomerangWriting(request: request, encoding: encoding, cancellation: cancellation).run())
    }
    guard code == 0 else { throw ClipError(.noThread, subject: request.path, detail: OwnThread.refusal(code)) }
    return try await withTaskCancellationHandler {
      await outcome.result()
    } onCancel: {
      cancellation.cancel()
    }.get()
  }
}
