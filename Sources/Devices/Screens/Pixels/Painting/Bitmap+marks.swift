import BoothCore
import Imaging

extension Bitmap {
  /// Draws marks on a picture whose top left is at the top left of `rect`.
  /// - Parameter load: a picture of about the size wanted, or nil where there is none.
  mutating func draw(
    _ marks: [Mark], in rect: PixelRect, load: (SceneRenderer.WantedPicture) -> Bitmap?
  ) throws(ImageError) {
    // Loaded first: a drawing is no place to read files.
    let pictures = marks.map { mark -> Bitmap? in
      if case .picture(let wanted, _, _, _, _) = mark { load(wanted) } else { nil }
    }
    try sketch(origin: Spot(Double(rect.x), Double(rect.y))) { drawing in
      for (mark, picture) in zip(marks, pictures) {
        switch mark {
        case .fill(let shape, let fill): drawing.fill(shape, fill)
        case .stroke(let shape, let width, let color): drawing.stroke(shape, width: width, color)
        case .shadow(let rect, let radius, let blur, let color):
          drawing.shadow(rect, radius: radius, blur: blur, color)
        case .text(let block, let x, let y, let color): drawing.text(block, x: x, y: y, color)
        case .figure(let text, let family, let middle, let height, let color, let outline, let width):
          drawing.figure(text, family: family, middle: middle, height: height, color, outline: outline, width: width)
        case .picture(let wanted, let rect, let radius, let mirrored, let share):
          guard let picture else { continue }
          let place = wanted.isWhole ? rect.centered(picture.size) : rect
          drawing.picture(picture, in: place, radius: radius, mirrored: mirrored, share: share)
        case .code(let link, let rect):
          if let square = CodeSquare(link, side: min(rect.width, rect.height)) { drawing.code(square.code, in: rect) }
        }
      }
    }
  }
}

extension Sheet {
  /// The whole sheet as one picture, for previews and tests.
  /// - Parameters:
  ///   - frame: what the live view shows, of any size; it fills its place and is cut.
  ///   - load: a picture of the size wanted.
  func bitmap(frame: Bitmap? = nil, load: (SceneRenderer.WantedPicture) -> Bitmap?) throws(ImageError) -> Bitmap {
    let all = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    var bitmap = Bitmap(size: size, color: .black)
    try bitmap.draw(base, in: all, load: load)
    if let live, let frame {
      var shown = Resampler.fill(live.size, with: frame)
      if let matrix = look.matrix { shown.apply(matrix) }
      bitmap.paint(shown, x: live.x, y: live.y)
    }
    for overlay in overlays {
      var picture = Bitmap(size: overlay.rect.size)
      try picture.draw(overlay.marks, in: overlay.rect, load: load)
      bitmap.paint(picture, x: overlay.rect.x, y: overlay.rect.y)
    }
    return bitmap
  }
}
