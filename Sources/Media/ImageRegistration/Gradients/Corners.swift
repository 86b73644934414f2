/// Points where a picture changes in both directions, the strongest first, no two nearer than a distance
/// (Shi and Tomasi 1994).
func strongCorners(of picture: FloatPicture, limit: Int, apart: Double, quality: Float = 0.005) -> [SIMD2<Double>] {
  let width = picture.width
  let height = picture.height
  guard width > 8, height > 8 else { return [] }
  let soft = picture.blurred(sigma: 1.5)
  var tensor = [SIMD4<Float>](repeating: .zero, count: width * height)
  soft.values.withUnsafeBufferPointer { p in
    for y in 1..<(height - 1) {
      for x in 1..<(width - 1) {
        let i = y * width + x
        let gx = 2 * (p[i + 1] - p[i - 1]) + (p[i - width + 1] - p[i - width - 1] + p[i + width + 1] - p[i + width - 1])
        let gy =
          2 * (p[i + width] - p[i - width])
          + (p[i + width - 1] - p[i - width - 1] + p[i + width + 1] - p[i - width + 1])
        tensor[i] = SIMD4(gx * gx, gx * gy, gy * gy, 0)
      }
    }
  }
  var strength = [Float](repeating: 0, count: width * height)
  var strongest: Float = 0
  tensor.withUnsafeBufferPointer { t in
    for y in 2..<(height - 2) {
      for x in 2..<(width - 2) {
        let i = y * width + x
        var sum = SIMD4<Float>.zero
        for row in [i - width, i, i + width] { sum += t[row - 1] + t[row] + t[row + 1] }
        let half = (sum[0] - sum[2]) / 2
        let least = (sum[0] + sum[2]) / 2 - (half * half + sum[1] * sum[1]).squareRoot()
        strength[i] = least
        strongest = max(strongest, least)
      }
    }
  }
  guard strongest > 0 else { return [] }
  var peaks: [(Float, Int)] = []
  strength.withUnsafeBufferPointer { s in
    for y in 2..<(height - 2) {
      for x in 2..<(width - 2) {
        let i = y * width + x
        let value = s[i]
        guard value > quality * strongest else { continue }
        var isPeak = true
        for row in [i - width, i, i + width] {
          if s[row - 1] > value || s[row] > value || s[row + 1] > value { isPeak = false }
        }
        if isPeak { peaks.append((value, i)) }
      }
    }
  }
  peaks.sort { $0.0 != $1.0 ? $0.0 > $1.0 : $0.1 < $1.1 }
  // Cells as wide as the distance: only neighbours need to be asked.
  let cell = max(1, Int(apart))
  let across = width / cell + 1
  var taken = [[SIMD2<Double>]](repeating: [], count: across * (height / cell + 1))
  var result: [SIMD2<Double>] = []
  for (_, i) in peaks where result.count < limit {
    let x = i % width
    let y = i / width
    let point = SIMD2(Double(x), Double(y))
    var isFree = true
    for row in max(0, y / cell - 1)...min(height / cell, y / cell + 1) {
      for column in max(0, x / cell - 1)...min(across - 1, x / cell + 1)
      where taken[row * across + column].contains(where: { ($0 - point).length < apart }) { isFree = false }
    }
    guard isFree else { continue }
    taken[y / cell * across + x / cell].append(point)
    result.append(point)
  }
  return result
}
