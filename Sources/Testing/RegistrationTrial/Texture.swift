import Glibc
import ImageRegistration

/// What a surface looks like: brightness 0 to 1 and, where it has holes, which of its pixels are there.
struct Texture: Sendable {
  let width: Int
  let height: Int
  var light: [Float]
  var isThere: [Bool]

  init(width: Int, height: Int, light: Float) {
    self.width = max(2, width)
    self.height = max(2, height)
    self.light = [Float](repeating: light, count: self.width * self.height)
    isThere = [Bool](repeating: true, count: self.width * self.height)
  }

  /// Paints a rectangle, in shares of the surface.
  mutating func paint(_ x: Double, _ y: Double, _ across: Double, _ down: Double, _ value: Double) {
    let left = max(0, Int((x * Double(width)).rounded()))
    let right = min(width, Int(((x + across) * Double(width)).rounded()))
    let top = max(0, Int((y * Double(height)).rounded()))
    let bottom = min(height, Int(((y + down) * Double(height)).rounded()))
    guard left < right, top < bottom else { return }
    for row in top..<bottom {
      for column in left..<right { light[row * width + column] = Float(value) }
    }
  }

  /// Soft blotches, `size` pixels wide, that brighten and darken.
  mutating func blotch(_ numbers: inout SeededNumbers, size: Int, strength: Double) {
    let across = width / size + 3
    let grid = (0..<(across * (height / size + 3))).map { _ in Float(numbers.between(-strength, strength)) }
    for y in 0..<height {
      let v = Float(y) / Float(size)
      let j = Int(v)
      for x in 0..<width {
        let u = Float(x) / Float(size)
        let i = Int(u)
        let (du, dv) = (u - Float(i), v - Float(j))
        let top = grid[j * across + i] + du * (grid[j * across + i + 1] - grid[j * across + i])
        let low = grid[(j + 1) * across + i] + du * (grid[(j + 1) * across + i + 1] - grid[(j + 1) * across + i])
        light[y * width + x] += top + dv * (low - top)
      }
    }
  }

  /// Dark for light, around a middle.
  mutating func reverse(around middle: Float) {
    for i in light.indices { light[i] = 2 * middle - light[i] }
  }

  /// Between four pixels, in shares of the surface; nil where there is a hole.
  @inline(__always)
  func sample(_ u: Double, _ v: Double) -> Float? {
    let x = max(0, min(Double(width) - 1.001, u * Double(width) - 0.5))
    let y = max(0, min(Double(height) - 1.001, v * Double(height) - 0.5))
    let i = Int(x)
    let j = Int(y)
    let at = j * width + i
    guard isThere[at] else { return nil }
    let (du, dv) = (Float(x - Double(i)), Float(y - Double(j)))
    let top = light[at] + du * (light[at + 1] - light[at])
    let low = light[at + width] + du * (light[at + width + 1] - light[at + width])
    return top + dv * (low - top)
  }
}
