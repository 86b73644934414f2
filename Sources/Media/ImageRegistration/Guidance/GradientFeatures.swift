/// Features without anything learned: corners, each with the gradients of sixteen places around it. Between pictures of
/// one day they do well, so an accepted frame can be tracked by them; between pictures a century apart learned features
/// find more.
public struct GradientFeatures: FeatureMatcher {
  /// Nothing needs to be loaded.
  public init() {}

  public func features(of picture: GreyPicture, mask: GreyPicture?, limit: Int) throws(FeatureError) -> FeatureSet {
    let plane = FloatPicture(picture)
    let field = GradientField(plane)
    let known = mask.map { PixelMask($0, width: picture.width, height: picture.height).eroded(by: 8).known }
    let margin = 12
    var points: [SIMD2<Float>] = []
    var descriptors: [Float] = []
    for corner in strongCorners(of: plane, limit: 2 * limit, apart: 4, quality: 0.001) where points.count < limit {
      let x = Int(corner.x)
      let y = Int(corner.y)
      guard x >= margin, y >= margin, x < picture.width - margin, y < picture.height - margin,
        known?[y * picture.width + x] ?? true
      else { continue }
      var around: [Float] = []
      var square: Float = 0
      for j in [-9, -3, 3, 9] {
        for i in [-9, -3, 3, 9] {
          let v = field.values[(y + j) * picture.width + x + i]
          square += (v * v).sum()
          for k in 0..<4 { around.append(v[k]) }
        }
      }
      guard square > 0.01 else { continue }
      let scale = 1 / square.squareRoot()
      points.append(SIMD2(Float(x), Float(y)))
      descriptors.append(contentsOf: around.map { $0 * scale })
    }
    return FeatureSet(width: picture.width, height: picture.height, points: points, descriptors: descriptors)
  }

  public func matches(_ old: FeatureSet, _ new: FeatureSet, least: Float) throws(FeatureError) -> [FeatureMatch] {
    let n = new.points.count
    var forward = [(best: Float, second: Float, at: Int)](repeating: (-1, -1, -1), count: old.points.count)
    var backward = [(best: Float, at: Int)](repeating: (-1, -1), count: n)
    old.descriptors.withUnsafeBytes { a in
      new.descriptors.withUnsafeBytes { b in
        for i in old.points.indices {
          for j in 0..<n {
            var sum = SIMD16<Float>.zero
            for k in 0..<4 {
              sum +=
                a.loadUnaligned(fromByteOffset: 256 * i + 64 * k, as: SIMD16<Float>.self)
                * b.loadUnaligned(fromByteOffset: 256 * j + 64 * k, as: SIMD16<Float>.self)
            }
            let likeness = sum.sum()
            if likeness > forward[i].best {
              forward[i] = (likeness, forward[i].best, j)
            } else if likeness > forward[i].second {
              forward[i].second = likeness
            }
            if likeness > backward[j].best { backward[j] = (likeness, i) }
          }
        }
      }
    }
    var result: [FeatureMatch] = []
    for (i, found) in forward.enumerated() where found.at >= 0 && backward[found.at].at == i {
      // Alike, and more so than the next.
      let alike = max(0, min(1, (found.best - 0.6) / 0.3))
      let lead = max(0, min(1, (found.best - found.second) / 0.08))
      let probability = alike * lead
      guard probability >= least else { continue }
      let a = old.points[i]
      let b = new.points[found.at]
      result.append(
        FeatureMatch(
          old: SIMD2(Double(a.x), Double(a.y)), new: SIMD2(Double(b.x), Double(b.y)),
          probability: Double(probability)))
    }
    return result
  }
}
