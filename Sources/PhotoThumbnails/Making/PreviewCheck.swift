import BoothCore
import PhotoFiles

/// Whether a small picture inside of a JPEG is still a small one of it: programs that change a picture may leave what the camera
/// had put beside it.
///
/// What both show along their upper edge is compared, as decoding a few rows costs next to nothing. A change further down is not
/// seen so; that is why a file that says that it was changed is not believed at all (`PhotoFacts.isChanged`), and why only the
/// smallest size is ever made of a preview.
enum PreviewCheck {
  /// Columns that are compared.
  private static let columns = 16
  /// Small pictures are made by cameras' own scalers: brightness and colours of a sixteenth differ by a few steps of 255.
  private static let tolerance = 14
  /// Rows of the whole picture that are decoded at most, each an eighth: more would cost what the preview saves.
  private static let mostRows = 4

  /// - Throws: `.unreadable` where the disk does not give the bytes.
  static func shows(_ preview: Range<Int>, the picture: Range<Int>, of file: PhotoFileReader) throws(ThumbnailError)
    -> Bool
  {
    let (small, whole) = (try JPEGStrips(file, preview), try JPEGStrips(file, picture))
    // Of a progressive one no row is there before all of it is read.
    guard whole.coefficientBytes == 0, small.coefficientBytes == 0, whole.colors == small.colors else { return false }
    let rows = (Double(whole.size.height) / Double(small.size.height)).rounded()
    guard let own = try small.edge(rows: 1, columns: columns),
      let its = try whole.edge(rows: min(mostRows, max(1, Int(rows))), columns: columns)
    else { return false }
    let apart = zip(own, its).map { abs($0 - $1) }.sorted()
    // A few columns may differ by more, where something begins just below.
    return apart[apart.count * 9 / 10] <= tolerance
  }
}
