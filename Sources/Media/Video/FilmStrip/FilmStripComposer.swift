public import BoothCore
import BoothSystem
public import Imaging
import Synchronization

/// Makes FotoX's film strip: a session's clips playing at once, one below the other, on the event's theme.
///
/// 30 pictures a second, no sound; it lasts as long as its longest clip, and the others stand still at their end.
/// Everything happens on a thread of its own that gives way to all others.
public struct FilmStripComposer: FilmStripMaker {
  /// How hard the encoder works; ``ClipEncoding/film`` unless said otherwise.
  public var encoding: ClipEncoding
  /// 0 (like everything else) to 19 (only idle time).
  public var niceness: Int32
  /// Where a film ends at the latest, whatever its clips say of themselves.
  public var longest: Duration

  /// A composer that gives way to all else on the machine and ends a film after two minutes, unless said otherwise.
  public init(encoding: ClipEncoding = .film, niceness: Int32 = 10, longest: Duration = .seconds(120)) {
    self.encoding = encoding
    self.niceness = niceness
    self.longest = longest
  }

  /// What an event's film strip had to be mended in, or went without, for the event's author: paints everything but
  /// the clips, for so many of 16 to 9. Blocks for a tenth of a second or so.
  /// - Throws: ``ImageError`` where nothing can be drawn.
  public static func notes(_ event: Event, artwork: Artwork) throws(ImageError) -> [CompositeNote] {
    let request = FilmStripRequest(
      clips: [], path: "", theme: event.theme, artwork: artwork, footer: event.footer)
    return try FilmStripArtist.notes(request, clips: event.plan.strips.count { $0.clip != nil })
  }

  /// Writes the film and says what it wrote. A task that is cancelled stops it within a picture and leaves no file.
  /// - Throws: ``ClipError`` whose subject is the clip, the artwork or the film that it is about.
  public func makeFilmStrip(_ request: FilmStripRequest) async throws(ClipError) -> RecordedClip {
    let outcome = Outcome<RecordedClip>()
    let cancellation = Cancellation()
    let code = OwnThread.start("filmstrip", niceness: niceness, leavesSignals: true) { [encoding, longest] in
      outcome.settle(
        FilmStripWriting(request: request, encoding: encoding, longest: longest, cancellation: cancellation).run())
    }
    // The job is tried again, as it may be by then.
    guard code == 0 else { throw ClipError(.noThread, subject: request.path, detail: OwnThread.refusal(code)) }
    return try await withTaskCancellationHandler {
      await outcome.result()
    } onCancel: {
      cancellation.cancel()
    }.get()
  }
}

/// Whether a thread should stop, told by anybody.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  func cancel() { flag.store(true, ordering: .relaxed) }
  var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
