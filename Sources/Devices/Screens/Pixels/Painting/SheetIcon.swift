import BoothCore
import Imaging

/// Signs that say without words what a scene or a button is about.
enum SheetIcon: Hashable, Sendable, CaseIterable {
  case keep, again, goOn, delete, cancel, camera, people, pause, warning, smile, farewell, save, phone, wait, list, gear
  case globe, up, down, left, right

  /// The marks of the sign in a square of `size` pixels around a point.
  /// - Parameters:
  ///   - paper: what it stands on, for the holes in it.
  ///   - isMirrored: for signs that have a direction of reading.
  func marks(_ middle: Spot, size: Double, _ color: RGBColor, on paper: RGBColor, isMirrored: Bool = false) -> [Mark] {
    let pen = IconPen(middle: middle, size: size, color: color, paper: paper, isMirrored: isMirrored)
    switch self {
    case .keep: return [pen.line([(-0.34, 0.02), (-0.1, 0.26), (0.36, -0.26)], 0.14)]
    case .again:
      return [
        pen.arc(0, 0.02, 0.33, from: 0.16, to: 0.92, 0.12),
        pen.polygon([(-0.16, -0.53), (0.13, -0.32), (-0.2, -0.13)]),
      ]
    case .goOn: return [pen.polygon([(-0.24, -0.36), (0.38, 0), (-0.24, 0.36)])]
    case .delete:
      return [
        pen.line([(-0.36, -0.24), (0.36, -0.24)], 0.1), pen.line([(-0.12, -0.36), (0.12, -0.36)], 0.1),
        pen.polygon([(-0.29, -0.12), (0.29, -0.12), (0.22, 0.44), (-0.22, 0.44)]),
        pen.line([(-0.09, 0.02), (-0.07, 0.3)], 0.06, paper), pen.line([(0.09, 0.02), (0.07, 0.3)], 0.06, paper),
      ]
    case .cancel:
      return [pen.line([(-0.26, -0.26), (0.26, 0.26)], 0.12), pen.line([(0.26, -0.26), (-0.26, 0.26)], 0.12)]
    case .camera:
      return [
        pen.box(-0.2, -0.4, 0.4, 0.22, 0.06), pen.box(-0.48, -0.28, 0.96, 0.66, 0.12), pen.dot(0, 0.05, 0.24, paper),
        pen.dot(0, 0.05, 0.16), pen.dot(0.34, -0.15, 0.045, paper),
      ]
    case .people:
      return [
        pen.dot(-0.24, -0.16, 0.16), pen.dome(-0.48, 0.06, 0.48, 0.36), pen.dot(0.24, -0.16, 0.16),
        pen.dome(0, 0.06, 0.48, 0.36), pen.dot(0, -0.02, 0.21, paper), pen.dot(0, -0.02, 0.17),
        pen.dome(-0.3, 0.2, 0.6, 0.28, paper), pen.dome(-0.26, 0.23, 0.52, 0.25),
      ]
    case .pause: return [pen.box(-0.3, -0.36, 0.22, 0.72, 0.06), pen.box(0.08, -0.36, 0.22, 0.72, 0.06)]
    case .warning:
      return [
        pen.polygon([(0, -0.38), (0.42, 0.36), (-0.42, 0.36)]),
        pen.line([(0, -0.38), (0.42, 0.36), (-0.42, 0.36), (0, -0.38)], 0.1),
        pen.line([(0, -0.12), (0, 0.1)], 0.1, paper), pen.dot(0, 0.26, 0.06, paper),
      ]
    case .smile, .farewell:
      return [
        pen.dot(0, 0, 0.46), pen.dot(-0.17, -0.12, 0.06, paper), pen.dot(0.17, -0.12, 0.06, paper),
        pen.arc(0, 0.02, 0.25, from: 0.3, to: 0.7, 0.07, paper),
      ]
    case .save:
      return [
        pen.line([(0, -0.4), (0, 0.06)], 0.12), pen.polygon([(-0.24, -0.06), (0.24, -0.06), (0, 0.2)]),
        pen.line([(-0.4, 0.14), (-0.4, 0.38), (0.4, 0.38), (0.4, 0.14)], 0.11),
      ]
    case .phone:
      return [
        pen.box(-0.27, -0.48, 0.54, 0.96, 0.1), pen.box(-0.2, -0.37, 0.4, 0.68, 0.02, paper),
        pen.dot(0, 0.39, 0.045, paper),
        pen.box(-0.13, -0.24, 0.11, 0.11, 0), pen.box(0.02, -0.24, 0.11, 0.11, 0), pen.box(-0.13, -0.09, 0.11, 0.11, 0),
        pen.box(0.05, -0.06, 0.06, 0.06, 0),
      ]
    case .wait:
      return [
        pen.dot(0, 0, 0.44), pen.dot(0, 0, 0.34, paper), pen.line([(0, -0.2), (0, 0.02), (0.14, 0.1)], 0.09),
      ]
    case .list:
      return [-0.28, 0, 0.28].flatMap { y in
        [pen.dot(-0.36, y, 0.07), pen.line([(-0.16, y), (0.4, y)], 0.11)]
      }
    case .gear:
      let teeth = (0..<8).map { index -> Mark in
        let (x, y) = Self.tooth[index]
        return pen.line([(x * 0.26, y * 0.26), (x * 0.42, y * 0.42)], 0.14)
      }
      return teeth + [pen.dot(0, 0, 0.31), pen.dot(0, 0, 0.13, paper)]
    case .globe:
      return [
        pen.arc(0, 0, 0.42, from: 0, to: 1, 0.09), pen.line([(-0.4, 0), (0.4, 0)], 0.08),
        pen.arc(-0.4, 0, 0.58, from: 0.13, to: 0.37, 0.08), pen.arc(0.4, 0, 0.58, from: 0.63, to: 0.87, 0.08),
      ]
    case .up:
      return [pen.line([(0, 0.38), (0, -0.3)], 0.14), pen.line([(-0.3, -0.06), (0, -0.36), (0.3, -0.06)], 0.14)]
    case .down:
      return [pen.line([(0, -0.38), (0, 0.3)], 0.14), pen.line([(-0.3, 0.06), (0, 0.36), (0.3, 0.06)], 0.14)]
    case .left:
      return [pen.line([(0.38, 0), (-0.3, 0)], 0.14), pen.line([(-0.06, -0.3), (-0.36, 0), (-0.06, 0.3)], 0.14)]
    case .right:
      return [pen.line([(-0.38, 0), (0.3, 0)], 0.14), pen.line([(0.06, -0.3), (0.36, 0), (0.06, 0.3)], 0.14)]
    }
  }

  private static let tooth: [(Double, Double)] = [
    (1, 0), (0.7071, 0.7071), (0, 1), (-0.7071, 0.7071), (-1, 0), (-0.7071, -0.7071), (0, -1), (0.7071, -0.7071),
  ]
}

/// Draws in a square of side one around a point.
private struct IconPen {
  var middle: Spot
  var size: Double
  var color: RGBColor
  var paper: RGBColor
  var isMirrored: Bool

  private func spot(_ x: Double, _ y: Double) -> Spot {
    Spot(middle.x + (isMirrored ? -x : x) * size, middle.y + y * size)
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
    let corner = spot(isMirrored ? x + width : x, y)
    return PixelRect(
      x: Int(corner.x.rounded()), y: Int(corner.y.rounded()), width: max(1, Int((width * size).rounded())),
      height: max(1, Int((height * size).rounded())))
  }

  func line(_ points: [(Double, Double)], _ width: Double, _ other: RGBColor? = nil) -> Mark {
    .stroke(.line(points.map { spot($0.0, $0.1) }), width: width * size, other ?? color)
  }

  func polygon(_ points: [(Double, Double)]) -> Mark { .fill(.polygon(points.map { spot($0.0, $0.1) }), .color(color)) }

  func dot(_ x: Double, _ y: Double, _ radius: Double, _ other: RGBColor? = nil) -> Mark {
    .fill(.circle(spot(x, y), radius: radius * size), .color(other ?? color))
  }

  func arc(
    _ x: Double, _ y: Double, _ radius: Double, from: Double, to: Double, _ width: Double, _ other: RGBColor? = nil
  ) -> Mark {
    .stroke(.arc(spot(x, y), radius: radius * size, from: from, to: to), width: width * size, other ?? color)
  }

  func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double, _ other: RGBColor? = nil)
    -> Mark
  {
    .fill(.rectangle(rect(x, y, width, height), radius: radius * size), .color(other ?? color))
  }

  func dome(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ other: RGBColor? = nil) -> Mark {
    .fill(.dome(rect(x, y, width, height)), .color(other ?? color))
  }
}
