import StudioRules

/// What the process that decodes a picture says of it by the code with which it ends.
enum RefusalCode {
  private static let plain: [(Int32, PictureRefusal)] = [
    (10, .heic), (11, .damaged), (12, .tooLarge), (13, .unknown), (14, .noLibrary), (15, .cut(percent: nil)),
  ]
  /// With the percentage that is there of one that was cut short.
  private static let cut: Int32 = 100

  /// Not the picture's fault: what was made of it has no room.
  static let noRoom: Int32 = 16

  static func code(_ refusal: PictureRefusal) -> Int32 {
    if case .cut(let percent?) = refusal { return cut + Int32(min(99, max(0, percent))) }
    return plain.first { $0.1 == refusal }?.0 ?? 13
  }

  /// Nil for a code that is none of a picture's faults.
  static func refusal(_ code: Int32) -> PictureRefusal? {
    if (cut..<cut + 100).contains(code) { return .cut(percent: Int(code - cut)) }
    return plain.first { $0.0 == code }?.1
  }
}
