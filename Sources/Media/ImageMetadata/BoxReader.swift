/// Boxes of ISO/IEC 14496-12.
struct BoxReader {
  struct Box {
    var type: FourCode
    /// Where its length and type stand.
    var start: Int
    /// Where its content stands in the file; cut at the end of what holds it.
    var content: Range<Int>
    /// Whether it says that it goes on behind the end of what holds it.
    var isCut: Bool
  }

  /// The most boxes of a file, or of a box that has few.
  static let limit = 256
  /// The most boxes of lists of a picture's items and of what they have: a picture of 200 megapixels in tiles has a thousand items.
  static let listLimit = 65_536

  let window: ByteWindow

  /// The boxes within a range, `limit` at most; ends where one is nonsense.
  func boxes(_ range: Range<Int>, limit: Int = Self.limit) -> [Box] {
    var boxes: [Box] = []
    var at = range.lowerBound
    while at + 8 <= range.upperBound, boxes.count < limit {
      guard let said = window.number(at, 4), let type = window.code(at + 4) else { break }
      var (head, size) = (8, said)
      if said == 1 {
        guard let long = window.number(at + 8, 8) else { break }
        (head, size) = (16, long)
      } else if said == 0 {
        size = range.upperBound - at
      }
      guard size >= head else { break }
      let isCut = size > range.upperBound - at
      let end = isCut ? range.upperBound : at + size
      guard at + head <= end else { break }
      boxes.append(Box(type: type, start: at, content: at + head..<end, isCut: isCut))
      at = end
    }
    return boxes
  }

  func first(_ type: FourCode, in range: Range<Int>) -> Box? { boxes(range).first { $0.type == type } }

  /// The box at the end of a path of names.
  func find(_ path: [FourCode], in range: Range<Int>) -> Box? {
    var range = range
    var found: Box?
    for type in path {
      guard let box = first(type, in: range) else { return nil }
      found = box
      range = box.content
    }
    return found
  }
}

extension Range<Int> {
  /// Without its first `count`; empty where it has fewer.
  func dropFront(_ count: Int) -> Range<Int> { Swift.min(lowerBound + count, upperBound)..<upperBound }
}
