import BoothCore
import Locations
import WebSupport

/// The sizes in which pictures are served: no others are made.
enum PictureLadder {
  /// Longer sides, in pixels.
  static let sides = [160, 320, 640, 1280, 2560]

  /// The address of a picture: its bytes are in it, so it never shows another one.
  static func address(_ picture: LocationPicture, of id: LocationID, _ side: Int) -> String {
    "/places/at/\(id)/picture/\(picture.checksum)/\(side).jpg"
  }

  /// The element, with the sizes among which the browser chooses, and its own so that nothing jumps when it comes.
  /// - Parameters:
  ///   - sizes: how wide it is shown, as HTML's `sizes` says it.
  ///   - text: for who does not see it; empty where words beside it say all.
  static func image(
    _ picture: LocationPicture, of id: LocationID, from smallest: Int = 160, upTo largest: Int = 2560, sizes: String,
    text: String, isLazy: Bool = false
  ) -> HTML {
    image(
      { address(picture, of: id, $0) }, size: picture.size, sides.filter { (smallest...largest).contains($0) },
      sizes: sizes, text: text, isLazy: isLazy)
  }

  static func image(
    _ address: (Int) -> String, size: PixelSize?, _ sides: [Int], sizes: String, text: String, isLazy: Bool = false
  ) -> HTML {
    let longer = size.map { max($0.width, $0.height, 1) }
    // The width of each step, which is what the browser chooses by.
    let set = sides.map { side -> String in
      guard let size, let longer else { return "\(address(side)) \(side)w" }
      return "\(address(side)) \(max(1, size.width * min(side, longer) / longer))w"
    }
    let shape: HTML? = size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" }
    let loading: HTML = isLazy ? " loading=\"lazy\"" : ""
    let middle = sides[sides.count / 2]
    return
      "<img src=\"\(address(middle))\" srcset=\"\(set.joined(separator: ", "))\" sizes=\"\(sizes)\"\(shape)\(loading) decoding=\"async\" alt=\"\(text)\">"
  }
}
