import BoothCore
import ImageRegistration

/// Says that a picture is too small to be laid on another one. It can be read all the same, and products show it.
///
/// ```swift
/// SmallPicture.words(PixelSize(width: 40, height: 30))
/// // "40x30 pixels; at least 64 each way are needed to align it, and 640 or more are better"
/// ```
enum SmallPicture {
  /// Nil where it is large enough, or its size is not known.
  static func words(_ size: PixelSize?) -> String? {
    guard let size, isSmall(size) else { return nil }
    return
      "\(size.width)x\(size.height) pixels; at least \(Registration.leastSide) each way are needed to align it, and "
      + "\(Registration.Effort.live.rawValue) or more are better"
  }

  static func isSmall(_ size: PixelSize) -> Bool { min(size.width, size.height) < Registration.leastSide }

  /// Of a pair that is not aligned as a picture is too small: which, and what is needed. Nil where neither is known to be.
  static func reason(old: PixelSize?, new: PixelSize?) -> String? {
    let small = [("the old picture", old), ("the new picture", new)].compactMap { name, size in
      words(size).map { "\(name) is too small: it has \($0)" }
    }
    return small.isEmpty ? nil : small.joined(separator: "; ")
  }
}
