import BoothCore
import CPhotoJPEG

/// Whether a small picture inside of a JPEG is still a small one of it: programs that change a picture may leave what the camera
/// had put beside it.
///
/// What both show along their upper edge is compared, as a few rows cost next to nothing: of the whole picture only the means of its
/// blocks are decoded, and of the small one they are among what is decoded of it anyway. A change further down is not
/// seen so; that is why a file that says that it was changed is not believed at all (`PhotoFacts.isChanged`), and why only the
/// smallest size is ever made of a preview. For one thread.
final class PreviewCheck {
  /// Columns that are compared.
  private static let columns = 16
  /// Small pictures are made by cameras' own scalers: brightness and colours of a sixteenth differ by a few steps of 255.
  private static let tolerance = 14
  /// Rows of the whole picture that are decoded at most, each an eighth: more would cost what the preview saves.
  private static let mostRows = 4
  /// Rows of the small picture that are looked at, before it is decoded at a fraction.
  private static let ownRows = 8

  private let expected: [Int]
  private var means = EdgeMeans(planes: 3, columns: columns)
  private var done = [Int](repeating: 0, count: 3)
  /// Whether all that is compared was, and was alike.
  private(set) var isDone = false

  /// Reads the upper edge of the picture.
  /// - Parameters:
  ///   - file: of which all is the picture.
  ///   - small: what is inside of it.
  /// - Returns: nil where they cannot be compared.
  /// - Throws: where the picture cannot be decoded; `.unreadable` where the disk does not give the bytes.
  init?(_ file: PhotoFileReader, _ small: JPEGStrips) throws(ThumbnailError) {
    let whole = try JPEGStrips(file, 0..<file.count)
    // Of a progressive one no row is there before all of it is read.
    guard whole.coefficientBytes == 0, small.coefficientBytes == 0, whole.colors == .ycc, small.colors == .ycc else {
      return nil
    }
    let rows = (Double(whole.size.height) / Double(small.size.height)).rounded()
    guard let edge = try whole.edge(rows: min(Self.mostRows, max(1, Int(rows))), columns: Self.columns) else {
      return nil
    }
    expected = edge
  }

  /// Takes the next rows of the small picture; as many of them as it needs.
  /// - Throws: `.failed` where they show something else.
  func look(
    _ facts: [cphotojpeg_plane], _ rows: [UnsafePointer<UInt8>?], _ strides: [Int], _ counts: [UInt32]
  ) throws(ThumbnailError) {
    guard !isDone else { return }
    var isLast = true
    for plane in 0..<3 {
      guard let first = rows[plane] else { continue }
      let wanted = max(1, (Self.ownRows * Int(facts[plane].down64) + 63) / 64)
      for row in 0..<min(Int(counts[plane]), wanted - done[plane]) {
        means.add(UnsafeBufferPointer(start: first + row * strides[plane], count: Int(facts[plane].width)), of: plane)
        done[plane] += 1
      }
      if done[plane] < wanted { isLast = false }
    }
    guard isLast else { return }
    guard let own = means.values, isAlike(own) else {
      throw ThumbnailError(.failed, "the picture inside shows something else")
    }
    isDone = true
  }

  private func isAlike(_ own: [Int]) -> Bool {
    let apart = zip(own, expected).map { abs($0 - $1) }.sorted()
    // A few columns may differ by more, where something begins just below.
    return apart[apart.count * 9 / 10] <= Self.tolerance
  }
}
