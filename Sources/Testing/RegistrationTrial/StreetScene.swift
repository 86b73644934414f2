import Glibc
public import ImageRegistration

/// Where a camera stands and looks, from where the old one stood: metres to the right, down and forward, degrees to the
/// right, up and clockwise, and how much more it zooms.
public struct Pose: Sendable, Equatable {
  /// Metres: right, down, forward.
  public var place = SIMD3<Double>.zero
  /// Degrees to the right.
  public var turn = 0.0
  /// Degrees upwards.
  public var tilt = 0.0
  /// Degrees clockwise, as the person behind the camera sees it.
  public var roll = 0.0
  /// A factor.
  public var zoom = 1.0

  /// The old camera's.
  public init() {}

  /// A direction, from the scene's axes to the camera's.
  func turned(_ q: SIMD3<Double>) -> SIMD3<Double> {
    let (a, b, c) = (turn * .pi / 180, tilt * .pi / 180, roll * .pi / 180)
    let x = cos(a) * q.x - sin(a) * q.z
    let z = sin(a) * q.x + cos(a) * q.z
    let y = cos(b) * q.y + sin(b) * z
    let forward = -sin(b) * q.y + cos(b) * z
    return SIMD3(cos(c) * x + sin(c) * y, -sin(c) * x + cos(c) * y, forward)
  }

  /// A point, from the scene's axes to the camera's.
  fileprivate func apply(_ p: SIMD3<Double>) -> SIMD3<Double> { turned(p - place) }

  /// A direction, from the camera's axes to the scene's.
  func back(_ d: SIMD3<Double>) -> SIMD3<Double> {
    let (a, b, c) = (turn * .pi / 180, tilt * .pi / 180, roll * .pi / 180)
    let x = cos(c) * d.x - sin(c) * d.y
    let y = sin(c) * d.x + cos(c) * d.y
    let down = cos(b) * y - sin(b) * d.z
    let z = sin(b) * y + cos(b) * d.z
    return SIMD3(cos(a) * x + sin(a) * z, down, -sin(a) * x + cos(a) * z)
  }
}

/// A place with upright surfaces at several depths, ground and sky, seen by a pin-hole camera whose focal length is the
/// picture's width.
public struct StreetScene: Sendable {
  /// An upright surface that faces the old camera, in metres.
  struct Wall: Sendable {
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double
    var depth: Double
    var texture: Texture

    /// On the other side of the old camera, as a mirror shows it.
    var mirrored: Wall {
      var result = self
      (result.left, result.right) = (-right, -left)
      for y in 0..<texture.height {
        for x in 0..<texture.width {
          let from = y * texture.width + texture.width - 1 - x
          result.texture.light[y * texture.width + x] = texture.light[from]
          result.texture.isThere[y * texture.width + x] = texture.isThere[from]
        }
      }
      return result
    }
  }

  /// The nearest first.
  var walls: [Wall]
  var ground: Texture
  var sky: Float
  /// The ground lies so far below the camera.
  static let eyes = 1.7

  /// A picture of the scene.
  public func look(from pose: Pose = Pose(), width: Int = 640, height: Int = 480) -> GreyPicture {
    var pixels = [UInt8](repeating: 0, count: width * height)
    let focal = Double(width) * pose.zoom
    for y in 0..<height {
      for x in 0..<width {
        let direction = pose.back(
          SIMD3((Double(x) - Double(width - 1) / 2) / focal, (Double(y) - Double(height - 1) / 2) / focal, 1))
        let (light, _) = hit(from: pose.place, direction)
        pixels[y * width + x] = UInt8(max(0, min(255, light * 255)))
      }
    }
    return GreyPicture(width: width, height: height, pixels: pixels)
  }

  /// What a ray meets first, and where; nil for the sky.
  private func hit(from place: SIMD3<Double>, _ direction: SIMD3<Double>) -> (Float, SIMD3<Double>?) {
    var reach = Double.infinity
    if direction.y > 1e-6 { reach = (Self.eyes - place.y) / direction.y }
    if direction.z > 1e-6 {
      for wall in walls {
        let far = (wall.depth - place.z) / direction.z
        guard far > 0.1, far < reach else { continue }
        let x = place.x + far * direction.x
        let y = place.y + far * direction.y
        guard x >= wall.left, x < wall.right, y >= wall.top, y < wall.bottom else { continue }
        let u = (x - wall.left) / (wall.right - wall.left)
        let v = (y - wall.top) / (wall.bottom - wall.top)
        if let light = wall.texture.sample(u, v) { return (light, SIMD3(x, y, wall.depth)) }
      }
    }
    guard reach.isFinite, reach > 0 else { return (sky, nil) }
    let point = place + reach * direction
    let u = point.x / 40 - (point.x / 40).rounded(.down)
    let v = point.z / 40 - (point.z / 40).rounded(.down)
    return (ground.sample(u, v) ?? 0.5, point)
  }

  /// Where points of the old picture, on walls that both cameras see, lie in the new one: what registration is measured
  /// by. Pixels of pictures of that size.
  public func truth(_ pose: Pose, width: Int = 640, height: Int = 480) -> [(old: SIMD2<Double>, new: SIMD2<Double>)] {
    var result: [(old: SIMD2<Double>, new: SIMD2<Double>)] = []
    let middle = SIMD2(Double(width - 1) / 2, Double(height - 1) / 2)
    for row in 1..<12 {
      for column in 1..<16 {
        let old = SIMD2(Double(column * width) / 16, Double(row * height) / 12)
        let d = (old - middle) / Double(width)
        guard case (_, let point?) = hit(from: .zero, SIMD3(d.x, d.y, 1)), point.y < Self.eyes - 0.01 else { continue }
        let seen = pose.apply(point)
        guard seen.z > 0.1 else { continue }
        let new = middle + Double(width) * pose.zoom * SIMD2(seen.x, seen.y) / seen.z
        guard new.x >= 0, new.y >= 0, new.x < Double(width), new.y < Double(height) else { continue }
        result.append((old, new))
      }
    }
    return result
  }

  /// The median distance between where a transform and where the scene has the walls' points, as a share of the width;
  /// nil where nothing is seen by both.
  public func error(of transform: Homography, _ pose: Pose, width: Int = 640, height: Int = 480) -> Double? {
    let distances = truth(pose, width: width, height: height).map { pair -> Double in
      let d = transform(pair.old) - pair.new
      return (d * d).sum().squareRoot() / Double(width)
    }.sorted()
    return distances.isEmpty ? nil : distances[distances.count / 2]
  }
}
