import BoothCore
import CLinux
import Glibc
import ImageMetadata

/// What a picture takes of memory while it is decoded, in bytes, and whether it may have that.
enum DecodingMemory {
  /// For a smaller picture of one, or a part.
  /// - Parameters:
  ///   - request: nil where other decoders than ours make it, which know no means.
  ///   - lent: what one picture gets; a progressive one that needs more is made of its means where these will do.
  static func needed(_ file: PhotoFileReader, _ facts: PhotoFacts, _ request: PictureRequest?, lent: Int) -> Int {
    switch facts.format {
    case .jpeg: kept(file, 0..<file.count, facts, request, lent)
    case .cr2, .cr3, .nef, .arw, .dng, .orf, .raf, .rw2, .crw, .x3f, .otherRaw:
      facts.previews.map { kept(file, $0.range, facts, request, lent) }.max() ?? 0
    case .png, .heif, .avif, .tiff, .gif, .webp, .bmp, .jxl, .jp2, .psd, .unknown: DecodedBytes.needed(file, facts)
    }
  }

  /// What a JPEG of several scans keeps, and the rows that are held of any; 0 for one that cannot be read: its decoder
  /// says why.
  private static func kept(
    _ file: PhotoFileReader, _ range: Range<Int>, _ facts: PhotoFacts, _ request: PictureRequest?, _ lent: Int
  ) -> Int {
    do throws(ThumbnailError) {
      let strips = try JPEGStrips(file, range)
      // With a profile of tables libvips reads it.
      if strips.coefficientBytes > lent, let request, facts.profile.isEmpty || !isTabled(file, facts),
        CoarsePicture.suits(ThumbnailPlan(stored: strips.size, orientation: facts.orientation, request: request))
      {
        return CoarsePicture.needed(coefficientBytes: strips.coefficientBytes)
      }
      let rows = facts.profile.isEmpty ? 64 : 2000
      return strips.coefficientBytes + 4 * strips.size.width * min(strips.size.height, rows)
    } catch { return 0 }
  }

  private static func isTabled(_ file: PhotoFileReader, _ facts: PhotoFacts) -> Bool {
    do throws(ThumbnailError) {
      if case .tables = try FileColors.of(file, facts) { return true }
      return false
    } catch { return true }
  }

  /// Has a picture wait for its turn where it is large.
  /// - Returns: the turn, to be held while it is decoded.
  /// - Throws: `.tooLarge` for what this machine never decodes, `.failed` for what it cannot at the moment.
  static func turn(
    needed: Int, _ before: MachineMemory, _ memory: () -> MachineMemory
  ) throws(ThumbnailError) -> LargePictureTurn? {
    let budget = PictureBudget(whole: before.whole)
    var turn: LargePictureTurn?
    var verdict = budget.verdict(needed: needed, free: nil)
    if verdict == .alone { turn = LargePictureTurn() }
    // While it waited others may have taken some, or given it back.
    if turn != nil || verdict == .beside {
      verdict = budget.verdict(needed: needed, free: turn == nil ? before.free : memory().free)
    }
    switch verdict {
    case .beside, .alone: return turn
    case .tooLarge(let words): throw ThumbnailError(.tooLarge, words)
    case .notNow(let words): throw ThumbnailError(.failed, words)
    }
  }

  /// Makes this process the first that the kernel ends where memory is short: it holds nothing that is not made again.
  static func offer() {
    let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, "900", 3)
    close(file)
  }
}
