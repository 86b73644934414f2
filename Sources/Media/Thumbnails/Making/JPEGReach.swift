import BoothCore
import ImageMetadata

/// How far a JPEG picture can be decoded: for words about one that was cut short.
public enum JPEGReach: Sendable, Equatable {
  /// It is none.
  case noJPEG
  /// Every row of it decodes, or what is wrong is not that its end is missing.
  case whole
  /// Its end is missing; how much of its rows is there, in percent from 0 to 99, where anybody can say: a progressive picture comes
  /// as a whole, finer and finer.
  case cut(percent: Int?)

  /// Decodes at an eighth, until it ends. Blocks; for a process that may die of it.
  public static func of(_ path: String) -> JPEGReach {
    do throws(ThumbnailError) {
      let file = try ForeignPicture.open(path)
      guard PhotoFacts.read(file).format == .jpeg else { return .noJPEG }
      let strips: JPEGStrips
      do throws(ThumbnailError) { strips = try JPEGStrips(file, 0..<file.count) } catch {
        return error.code == .cut ? .cut(percent: nil) : .whole
      }
      guard let rows = strips.rowsToCut() else { return .whole }
      // Coefficients are kept of progressive ones only.
      guard strips.coefficientBytes == 0 else { return .cut(percent: nil) }
      return .cut(percent: min(99, rows * 100 / max(1, strips.size.height)))
    } catch {
      return .noJPEG
    }
  }
}
