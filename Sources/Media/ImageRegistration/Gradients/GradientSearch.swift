import Glibc

/// Looks for an old picture in a new one everywhere at once: for each of some rolls and zooms, all shifts by one
/// correlation of the gradients' angles, doubled and taken as complex numbers, in the Fourier domain.
struct GradientSearch: Sendable {
  /// Where the old picture may lie, and how alike it is there.
  struct Place: Sendable {
    /// From old to new, in pixels of the searched sizes.
    var transform: Homography
    /// 0 to 1.
    var score: Double
    var roll: Double
    var zoom: Double
  }

  private let old: FloatPicture
  private let oldSize: PictureSize
  private let newSize: PictureSize
  private let reach: (x: Int, y: Int)
  private let tables: FourierTable
  private let smallTables: FourierTable
  private let field: ComplexTable
  private let energy: ComplexTable
  private let known: ComplexTable
  private let energyAndKnown: ComplexTable
  private let total: Double

  /// The mean of four by four pixels holds what changes slowly: how much two pictures overlap, and how many edges lie in
  /// the overlap.
  private static let coarse = 4

  /// - Parameter shift: how far the centre may lie off, as a share of the new picture's width.
  init(old: FloatPicture, new: FloatPicture, mask: PixelMask?, shift: Double = 0.22) {
    self.old = old
    oldSize = PictureSize(width: old.width, height: old.height)
    newSize = PictureSize(width: new.width, height: new.height)
    let far = max(8, Int(shift * Double(old.width)))
    reach = (min(far, new.width - 1), min(far, new.height - 1))
    tables = FourierTable(atLeastWidth: new.width + reach.x + 1, height: new.height + reach.y + 1)
    smallTables = FourierTable(
      atLeastWidth: (new.width + reach.x) / Self.coarse + 3, height: (new.height + reach.y) / Self.coarse + 3)
    let mask = (mask ?? PixelMask(width: new.width, height: new.height)).eroded(by: 3)
    let gradients = GradientField(new, mask: mask, margin: 1)
    var spare = tables.empty()
    var table = Self.table(gradients, tables)
    tables.forward(&table, spare: &spare)
    field = table
    var smallSpare = smallTables.empty()
    var energy = smallTables.empty()
    var known = smallTables.empty()
    Self.fill(&energy.re, &known.re, gradients, mask, smallTables)
    total = Double(known.re.reduce(0, +))
    smallTables.forward(&energy, spare: &smallSpare)
    smallTables.forward(&known, spare: &smallSpare)
    // The overlap becomes the real part of one correlation, the edges in it the imaginary one.
    var both = known
    for i in both.re.indices {
      both.re[i] -= energy.im[i]
      both.im[i] += energy.re[i]
    }
    self.energy = energy
    self.known = known
    energyAndKnown = both
  }

  private static func table(_ field: GradientField, _ tables: FourierTable) -> ComplexTable {
    var table = tables.empty()
    for y in 0..<field.height {
      for x in 0..<field.width {
        let v = field.values[y * field.width + x]
        table.re[y * tables.width + x] = v[0]
        table.im[y * tables.width + x] = v[1]
      }
    }
    return table
  }

  private static func fill(
    _ energy: inout [Float], _ known: inout [Float], _ field: GradientField, _ mask: PixelMask, _ tables: FourierTable
  ) {
    for y in 0..<field.height {
      for x in 0..<field.width where mask.known[y * field.width + x] {
        let v = field.values[y * field.width + x]
        let at = y / coarse * tables.width + x / coarse
        energy[at] += v[0] * v[0] + v[1] * v[1]
        known[at] += 1
      }
    }
  }

  /// Correlations over all shifts for one roll and zoom.
  struct Surface {
    /// `(2 · reach.y + 1)` rows.
    var scores: [Float]
    var width: Int
    var height: Int
    /// From old to new at no shift: centre upon centre.
    var transform: Homography
  }

  /// - Parameters:
  ///   - linear: roll, zoom and bend of the old picture; its shift brings the old centre to the new centre.
  func surface(_ linear: Homography) -> Surface? {
    guard let (warped, inside) = old.warped(by: linear, width: newSize.width, height: newSize.height) else {
      return nil
    }
    let mask = PixelMask(width: newSize.width, height: newSize.height, known: inside).eroded(by: 3)
    let gradients = GradientField(warped, mask: mask, margin: 0)
    var spare = tables.empty()
    var table = Self.table(gradients, tables)
    tables.forward(&table, spare: &spare)
    var product = field.times(conjugateOf: table)
    tables.backward(&product, spare: &spare)
    var smallSpare = smallTables.empty()
    var energy0 = smallTables.empty()
    var known0 = smallTables.empty()
    Self.fill(&energy0.re, &known0.re, gradients, mask, smallTables)
    smallTables.forward(&energy0, spare: &smallSpare)
    smallTables.forward(&known0, spare: &smallSpare)
    var overlap = energyAndKnown.times(conjugateOf: known0)
    smallTables.backward(&overlap, spare: &smallSpare)
    var edges = known.times(conjugateOf: energy0)
    smallTables.backward(&edges, spare: &smallSpare)
    let width = 2 * reach.x + 1
    let height = 2 * reach.y + 1
    var scores = [Float](repeating: -1, count: width * height)
    let scale = 1 / Float(tables.width * tables.height)
    let square = Float(Self.coarse * Self.coarse)
    let smallScale = 1 / Float(smallTables.width * smallTables.height) / square
    let wanted = Float(total) * 0.8
    for dy in -reach.y...reach.y {
      let row = (dy + tables.height) % tables.height * tables.width
      let smallY = Between(dy, Self.coarse, smallTables.height)
      for dx in -reach.x...reach.x {
        let smallX = Between(dx, Self.coarse, smallTables.width)
        let shared = smallScale * Self.sample(overlap.re, smallX, smallY, smallTables.width)
        if shared < 0.4 * Float(total) { continue }
        let newEdges = smallScale * Self.sample(overlap.im, smallX, smallY, smallTables.width)
        let oldEdges = smallScale * Self.sample(edges.re, smallX, smallY, smallTables.width)
        let score =
          product.re[row + (dx + tables.width) % tables.width] * scale
          / (max(1, newEdges) * max(1, oldEdges)).squareRoot()
        scores[(dy + reach.y) * width + dx + reach.x] = score * min(1, shared / wanted).squareRoot()
      }
    }
    return Surface(scores: scores, width: width, height: height, transform: linear)
  }

  /// Where a shift lies between the coarse table's rows or columns.
  private struct Between {
    var low: Int
    var high: Int
    var share: Float

    init(_ shift: Int, _ step: Int, _ count: Int) {
      let floor = shift >= 0 ? shift / step : -((step - 1 - shift) / step)
      share = Float(shift - floor * step) / Float(step)
      low = (floor + count) % count
      high = (floor + 1 + count) % count
    }
  }

  @inline(__always)
  private static func sample(_ values: [Float], _ x: Between, _ y: Between, _ width: Int) -> Float {
    let a = values[y.low * width + x.low]
    let b = values[y.low * width + x.high]
    let c = values[y.high * width + x.low]
    let d = values[y.high * width + x.high]
    let top = a + x.share * (b - a)
    let bottom = c + x.share * (d - c)
    return top + y.share * (bottom - top)
  }

  /// A roll and a zoom with the old picture's centre upon the new one's.
  private func linear(roll: Double, zoom: Double) -> Homography {
    let angle = roll * .pi / 180
    let factor = SIMD2(zoom * cos(angle), zoom * sin(angle))
    return Similarity(factor: factor, shift: newSize.centre - multiplied(factor, oldSize.centre)).homography
  }

  private func shifted(_ surface: Surface, _ index: Int) -> Homography {
    let dx = Double(index % surface.width - reach.x)
    let dy = Double(index / surface.width - reach.y)
    return Homography([1, 0, dx, 0, 1, dy, 0, 0, 1]) * surface.transform
  }

  /// The likeliest places, the best first, at most `limit`, none within 5 % of the width of a better one.
  /// - Parameters:
  ///   - rolls: in degrees.
  ///   - least: none where no place comes to so much for every second roll and zoom: there the best score is at least 0.86
  ///     of the best of all (of 100 pairs of any kind, half of them more than 0.99).
  func places(
    limit: Int = 12, rolls: [Double] = (-4...4).map { Double($0) * 2.5 },
    zooms: [Double] = (-6...6).map { pow(1.07, Double($0)) }, least: Double = 0
  ) -> [Place] {
    var all: [Place] = []
    for isFirst in [true, false] {
      for (i, roll) in rolls.enumerated() {
        for (j, zoom) in zooms.enumerated() where (i % 2 == 0 && j % 2 == 0) == isFirst {
          guard let surface = surface(linear(roll: roll, zoom: zoom)),
            let best = surface.scores.indices.max(by: { surface.scores[$0] < surface.scores[$1] })
          else { continue }
          all.append(
            Place(
              transform: shifted(surface, best), score: Double(surface.scores[best]), roll: roll, zoom: zoom))
        }
      }
      if isFirst, all.allSatisfy({ $0.score < least }) { return [] }
    }
    all.sort { $0.score != $1.score ? $0.score > $1.score : ($0.roll, $0.zoom) < ($1.roll, $1.zoom) }
    var result: [Place] = []
    for place in all where result.count < limit {
      let far = 0.05 * Double(newSize.longest)
      if result.allSatisfy({ distance($0.transform, place.transform, oldSize) > far }) { result.append(place) }
    }
    return result
  }

  /// The same transform at the other shifts where the whole picture fits best: where it would lie if windows or floors
  /// were taken for their neighbours.
  /// - Parameter apart: how far they must lie from it and from one another, in pixels.
  func neighbours(of transform: Homography, apart: Double, limit: Int = 3) -> [Homography] {
    let centre = transform(oldSize.centre)
    guard centre.x.isFinite, centre.y.isFinite else { return [] }
    let off = SIMD2((newSize.centre.x - centre.x).rounded(), (newSize.centre.y - centre.y).rounded())
    let centred = Homography([1, 0, off.x, 0, 1, off.y, 0, 0, 1]) * transform
    guard let surface = surface(centred) else { return [] }
    var scores = surface.scores
    var result: [Homography] = []
    var taken = SIMD2(-off.x, -off.y)
    for _ in 0..<(limit + 1) {
      for j in 0..<surface.height {
        for i in 0..<surface.width
        where (SIMD2(Double(i - reach.x), Double(j - reach.y)) - taken).length < apart {
          scores[j * surface.width + i] = -1
        }
      }
      guard result.count < limit, let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > 0
      else { break }
      result.append(shifted(surface, best))
      taken = SIMD2(Double(best % surface.width - reach.x), Double(best / surface.width - reach.y))
    }
    return result
  }
}

/// How far two transforms lie apart at the corners of a picture, at most.
func distance(_ a: Homography, _ b: Homography, _ size: PictureSize) -> Double {
  size.corners.map { corner in
    let d = (a(corner) - b(corner)).length
    return d.isFinite ? d : .infinity
  }.max() ?? .infinity
}

/// How far two transforms lie apart halfway between the centre and the corners of a picture, at most: where templates and
/// features lie, and not where both only guess.
func innerDistance(_ a: Homography, _ b: Homography, _ size: PictureSize) -> Double {
  size.corners.map { corner in
    let point = (corner + size.centre) / 2
    let d = (a(point) - b(point)).length
    return d.isFinite ? d : .infinity
  }.max() ?? .infinity
}
