import Glibc

/// How a camera looks: from the axes of a place (right, down, forward) to the camera's own.
struct Rotation: Sendable, Equatable {
  /// The matrix's rows.
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  static let identity = Rotation(rows: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)))

  init(rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) { self.rows = rows }

  /// About an axis, by its length in radians (Rodrigues' formula).
  init(about axis: SIMD3<Double>) {
    let angle = axis.length
    guard angle > 1e-12 else {
      self = .identity
      return
    }
    let k = axis / angle
    let (s, c) = (sin(angle), 1 - cos(angle))
    rows = (
      SIMD3(1 - c * (k.y * k.y + k.z * k.z), -s * k.z + c * k.x * k.y, s * k.y + c * k.x * k.z),
      SIMD3(s * k.z + c * k.x * k.y, 1 - c * (k.x * k.x + k.z * k.z), -s * k.x + c * k.y * k.z),
      SIMD3(-s * k.y + c * k.x * k.z, s * k.x + c * k.y * k.z, 1 - c * (k.x * k.x + k.y * k.y))
    )
  }

  @inline(__always)
  func callAsFunction(_ p: SIMD3<Double>) -> SIMD3<Double> { SIMD3(dot(rows.0, p), dot(rows.1, p), dot(rows.2, p)) }

  var inverse: Rotation {
    let (a, b, c) = rows
    return Rotation(rows: (SIMD3(a.x, b.x, c.x), SIMD3(a.y, b.y, c.y), SIMD3(a.z, b.z, c.z)))
  }

  /// First the right one, then the left.
  static func * (left: Rotation, right: Rotation) -> Rotation {
    let columns = right.inverse
    return Rotation(rows: (columns(left.rows.0), columns(left.rows.1), columns(left.rows.2)))
  }

  static func == (a: Rotation, b: Rotation) -> Bool { a.rows == b.rows }
}

@inline(__always)
func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

@inline(__always)
func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

extension SIMD3<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}
