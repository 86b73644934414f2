/// The old picture as templates are cut from it: with the points worth cutting.
struct OldPicture: Sendable {
  let picture: FloatPicture
  let corners: [SIMD2<Double>]

  var size: PictureSize { PictureSize(width: picture.width, height: picture.height) }

  init(_ picture: FloatPicture) {
    self.picture = picture
    let apart = Double(max(6, picture.width / 45))
    corners = strongCorners(of: picture, limit: 320, apart: apart)
  }
}

/// The new picture as templates are found in it.
struct NewPicture: Sendable {
  let matcher: TemplateMatcher
  let mask: PixelMask?

  var size: PictureSize { PictureSize(width: matcher.field.width, height: matcher.field.height) }

  init(_ picture: FloatPicture, mask: PixelMask?) {
    matcher = TemplateMatcher(GradientField(picture, mask: mask))
    self.mask = mask
  }
}

/// A transform that templates of gradients have verified and made better.
struct GradientRefinement: Sendable {
  var transform: Homography
  /// How many templates agree with it.
  var agreeing = 0
  /// How many were tried.
  var tried = 0
  /// The sum of the agreeing ones' correlations.
  var sum = 0.0
  /// In how many of 8×8 cells of the old picture they lie.
  var cells = 0
}

extension GradientRefinement {
  /// How templates are searched for.
  struct Plan {
    /// Of each pass, in pixels.
    var radii: [Int]
    /// At most so many templates.
    var limit = 160
    /// Half a template's side.
    var reach = 12
    /// The least correlation.
    var least = 0.45
    /// The share of the width within which templates agree.
    var tolerance = 0.012
    var pull = 0.6
  }

  /// Warps the old picture by the transform, finds its pieces again nearby, and fits a tamed homography, once for each
  /// radius. Nothing agrees where the pictures overlap too little or fewer than eight pieces are found.
  init(_ old: OldPicture, _ new: NewPicture, from start: Homography, plan: Plan, prior: AimPrior) {
    transform = start
    for radius in plan.radii {
      agreeing = 0
      sum = 0
      guard let found = FoundTemplates(old, new, at: transform, radius: radius, plan: plan) else { return }
      tried = found.tried
      let (pairs, peaks) = (found.pairs, found.peaks)
      guard pairs.count >= 8 else { return }
      var numbers = SeededNumbers(seed: 1)
      let reach = plan.tolerance * Double(old.size.width)
      guard
        let consensus = SimilarityConsensus(
          pairs, reach: reach * 1.6, hypotheses: 400, numbers: &numbers, isAllowed: prior.allows)
      else { return }
      let tamed = TamedHomography(
        consensus.similarity.homography, pairs, size: old.size, reach: reach, pull: plan.pull)
      transform = tamed.transform
      var seen: Set<Int> = []
      for i in 0..<pairs.count where tamed.agrees[i] {
        agreeing += 1
        sum += peaks[i]
        seen.insert(cell(pairs.old[i], old.size))
      }
      cells = seen.count
    }
  }
}

/// The pieces of an old picture that are found again where a transform brings them, or near there.
struct FoundTemplates {
  /// From the old picture to the new one, with what each is worth to a fit.
  var pairs = PointPairs()
  /// Their correlations.
  var peaks: [Double] = []
  /// How many were looked for.
  var tried = 0

  /// Nil where the pictures overlap by less than 15 % of the new one.
  /// - Parameter radius: how far from its place each is looked for, in pixels.
  init?(
    _ old: OldPicture, _ new: NewPicture, at transform: Homography, radius: Int, plan: GradientRefinement.Plan
  ) {
    guard let back = transform.inverse,
      let (warped, inside) = old.picture.warped(by: transform, width: new.size.width, height: new.size.height)
    else { return nil }
    let overlap = PixelMask(width: new.size.width, height: new.size.height, known: inside)
    guard overlap.share >= 0.15 else { return nil }
    let field = GradientField(warped, mask: overlap)
    let known = overlap.eroded(by: plan.reach + 1).known
    let valid = new.mask?.eroded(by: plan.reach + 1).known
    for corner in old.corners where tried < plan.limit {
      let place = transform(corner)
      guard place.x.isFinite, place.y.isFinite, abs(place.x) < 1e5, abs(place.y) < 1e5 else { continue }
      let x = Int(place.x.rounded())
      let y = Int(place.y.rounded())
      guard x >= 0, y >= 0, x < new.size.width, y < new.size.height, known[y * new.size.width + x],
        valid?[y * new.size.width + x] ?? true
      else { continue }
      tried += 1
      guard let found = new.matcher.find(field, x: x, y: y, radius: radius, reach: plan.reach),
        found.peak > plan.least, found.second < 0.97
      else { continue }
      let here = SIMD2(Double(x), Double(y))
      let weight = min(1, max(0, found.peak - 0.3)) * min(0.3, max(0, 1.03 - found.second)) * 4
      pairs.append(back(here), here + found.offset, weight)
      peaks.append(found.peak)
    }
  }
}

/// Which of 8×8 cells of a picture a point lies in.
func cell(_ point: SIMD2<Double>, _ size: PictureSize) -> Int {
  let column = max(0, min(7, Int(point.x / Double(size.width) * 8)))
  let row = max(0, min(7, Int(point.y / Double(size.height) * 8)))
  return row * 8 + column
}
