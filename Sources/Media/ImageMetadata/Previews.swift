import BoothCore

/// JPEG pictures inside of photos.
enum Previews {
  static let limit = 8

  /// Notes one if a JPEG picture begins there and it lies within the file. Its size is read where that takes no read of
  /// its own far away.
  static func add(
    _ window: ByteWindow, at start: Int, length: Int, end: Int, orientation: Orientation?, into facts: inout PhotoFacts
  ) {
    guard facts.previews.count < limit, start > 0, length >= 128, start < end, length <= end - start else { return }
    guard window.number(start, 3) == 0xFFD8FF else { return }
    let range = start..<start + length
    guard !facts.previews.contains(where: { $0.range == range }) else { return }
    facts.previews.append(
      PhotoPreview(
        range: range, size: JPEGFacts.size(window, at: start, end: start + length),
        orientation: orientation ?? facts.orientation))
  }

  /// Smallest first.
  static func sort(_ facts: inout PhotoFacts) {
    facts.previews.sort {
      ($0.size?.area ?? 0, $0.range.count, $0.range.lowerBound) < (
        $1.size?.area ?? 0, $1.range.count, $1.range.lowerBound
      )
    }
  }
}
