import Glibc

/// Two frames of one day, a step apart: how the second camera stands to the first, and points in space.
struct TwoViews: Sendable {
  /// From the first camera's axes to the second's.
  var rotation: Rotation
  /// Points in the first camera's axes; the step between the two cameras has length 1. Nil where a pair says nothing.
  var points: [SIMD3<Double>?]
  /// Half of the points lie nearer.
  var depth: Double
  /// Nine tenths of the points lie within.
  private(set) var depths: ClosedRange<Double>
  /// The second camera's place.
  private var step: SIMD3<Double>
  /// How many times the second frame is zoomed against the first.
  private var zoom: Double

  /// The expected error of a point, in pixels of the frames that are worked in.
  static let noise = 0.4
  /// At least so many points in space are needed.
  static let leastPoints = 30
  /// The least share of the pairs that must be points in space.
  static let leastShare = 0.6
  /// By how much half of the points are displaced by the step, at least, as a share of the focal length: below, there
  /// was no step aside.
  static let leastParallax = 0.02
  /// What turning and zooming do not explain of the worst fifth, in pixels; below, there was no step.
  static let leastLeft = 1.5
  /// The most that one frame may be zoomed against the other, as a logarithm.
  static let mostZoom = 0.08
  /// What is believed beforehand of that: people who step aside do not zoom.
  static let usualZoom = 0.02
  /// The most that depths may be uncertain by, together, as a share; and the direction of the step, in radians.
  static let mostDoubt = 0.2
  static let mostSway = 0.15
  /// By how much the displacements must differ, as a share of their middle: a flat scene says nothing.
  static let leastDepth = 0.15

  /// Nil where the two frames say nothing of the place: too few pairs, no step, no depth, or pairs that do not fit.
  /// - Parameters:
  ///   - first: directions in the first camera: x and y at depth 1.
  ///   - second: the same points' in the second.
  ///   - pixel: a pixel's size at depth 1.
  init?(first: [SIMD2<Double>], second: [SIMD2<Double>], pixel: Double) {
    guard first.count >= Self.leastPoints else { return nil }
    let sigma = Self.noise * pixel
    // What turning and zooming explain; a step sideways hides in it, and comes out below.
    let still = LeastSquares(
      count: 4, steps: [1e-6, 1e-6, 1e-6, 1e-6], spread: [.infinity, .infinity, .infinity, .infinity],
      pieces: first.count, rounds: 15
    ) { values, i in (Self.turned(values, first[i]) - second[i]) / (20 * sigma) }
    // Who zooms says nothing of the place: it looks like a step forward.
    guard abs(still.values[3]) < Self.mostZoom else { return nil }
    let left = first.indices.map { (Self.turned(still.values, first[$0]) - second[$0]).length }.sorted()
    guard left[left.count * 4 / 5] > Self.leastLeft * pixel else { return nil }
    let start = Rotation(about: SIMD3(still.values[0], still.values[1], still.values[2]))
    var best: (fit: LeastSquares, towards: SIMD3<Double>)?
    for towards in [SIMD3(1.0, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(0.7, 0, 0.7), SIMD3(0.7, 0, -0.7)] {
      let fit = LeastSquares(
        count: 6, steps: [1e-7, 1e-7, 1e-7, 1e-6, 1e-6, 1e-7], spread: [0.5, 0.5, 0.5, 3, 3, Self.usualZoom],
        pieces: first.count
      ) { values, i in
        let (rotation, step) = Self.decode(values, start, towards)
        return SIMD2(Self.epipolar(rotation, step, first[i], second[i] * exp(-values[5])) / sigma, 0)
      }
      if fit.cost < best?.fit.cost ?? .infinity { best = (fit, towards) }
    }
    guard let best, let covariance = best.fit.covariance else { return nil }
    zoom = exp(best.fit.values[5])
    let second = second.map { $0 * exp(-best.fit.values[5]) }
    let (rotation, towards) = Self.decode(best.fit.values, start, best.towards)
    // The sign of the step is the one that has the points in front of both cameras.
    var step = towards
    let front = first.indices.count { (Self.depth(rotation, step, first[$0], second[$0]) ?? -1) > 0 }
    if 2 * front < first.count { step = -step }
    self.step = step
    self.rotation = rotation
    points = []
    var depths: [Double] = []
    var shifts: [Double] = []
    for i in first.indices {
      guard abs(Self.epipolar(rotation, step, first[i], second[i])) < 3 * sigma,
        let depth = Self.depth(rotation, step, first[i], second[i]), depth > 0.5, depth < 400
      else {
        points.append(nil)
        continue
      }
      points.append(SIMD3(first[i].x, first[i].y, 1) * depth)
      depths.append(depth)
      let p = rotation(SIMD3(first[i].x, first[i].y, 1))
      shifts.append((SIMD2(p.x / p.z, p.y / p.z) - second[i]).length)
    }
    guard depths.count >= Self.leastPoints, Double(depths.count) >= Self.leastShare * Double(first.count)
    else { return nil }
    depths.sort()
    shifts.sort()
    depth = depths[depths.count / 2]
    self.depths = depths[depths.count / 20]...depths[depths.count * 19 / 20]
    let middle = shifts[shifts.count / 2]
    let range = shifts[shifts.count * 9 / 10] - shifts[shifts.count / 10]
    // Turning looks much like stepping aside: how far they can be told apart is what depths are uncertain by.
    let doubt = max(covariance[0], covariance[7]).squareRoot() / middle
    let sway = max(covariance[21], covariance[28]).squareRoot()
    guard doubt < Self.mostDoubt, sway < Self.mostSway else { return nil }
    guard middle >= Self.leastParallax, range >= Self.leastDepth * middle else { return nil }
  }

  /// Where the second camera sees what the first one sees in a direction, if it lies so deep.
  func look(_ a: SIMD2<Double>, depth: Double) -> SIMD2<Double>? {
    let p = rotation(SIMD3(a.x, a.y, 1) * depth) + step
    return p.z > 0.01 * depth ? zoom * SIMD2(p.x, p.y) / p.z : nil
  }

  /// The point in space of one more pair; nil where it does not fit the two cameras, or lies where no others do.
  func point(_ a: SIMD2<Double>, _ b: SIMD2<Double>, pixel: Double) -> SIMD3<Double>? {
    let b = b / zoom
    guard abs(Self.epipolar(rotation, step, a, b)) < 3 * Self.noise * pixel,
      let depth = Self.depth(rotation, step, a, b), depth > depths.lowerBound / 2, depth < depths.upperBound * 2
    else { return nil }
    return SIMD3(a.x, a.y, 1) * depth
  }

  /// Where a direction lies after turning and zooming.
  private static func turned(_ values: [Double], _ a: SIMD2<Double>) -> SIMD2<Double> {
    let p = Rotation(about: SIMD3(values[0], values[1], values[2]))(SIMD3(a.x, a.y, 1))
    return SIMD2(p.x, p.y) * exp(values[3]) / p.z
  }

  /// The rotation, and the second camera's translation of length 1.
  private static func decode(
    _ values: [Double], _ start: Rotation, _ towards: SIMD3<Double>
  ) -> (Rotation, SIMD3<Double>) {
    let rotation = Rotation(about: SIMD3(values[0], values[1], values[2])) * start
    // Two directions across.
    let across = abs(towards.x) < 0.6 ? SIMD3(1.0, 0, 0) : SIMD3(0, 1.0, 0)
    let u = cross(towards, across)
    let v = cross(towards, u)
    let step = towards / towards.length + values[3] * u / u.length + values[4] * v / v.length
    return (rotation, step / step.length)
  }

  /// How far a pair is from fitting the two cameras, to first order (Sampson 1982).
  @inline(__always)
  private static func epipolar(
    _ rotation: Rotation, _ step: SIMD3<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>
  ) -> Double {
    let p = SIMD3(a.x, a.y, 1)
    let q = SIMD3(b.x, b.y, 1)
    let line = cross(step, rotation(p))
    let back = rotation.inverse(cross(q, step))
    let square = line.x * line.x + line.y * line.y + back.x * back.x + back.y * back.y
    return dot(q, line) / max(square, 1e-18).squareRoot()
  }

  /// How deep a pair's point lies in the first camera; nil where the two directions are one.
  private static func depth(
    _ rotation: Rotation, _ step: SIMD3<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>
  ) -> Double? {
    // depth · R a + step must point along b.
    let q = SIMD3(b.x, b.y, 1)
    let across = cross(q, rotation(SIMD3(a.x, a.y, 1)))
    let square = dot(across, across)
    guard square > 1e-12 else { return nil }
    return -dot(across, cross(q, step)) / square
  }
}
