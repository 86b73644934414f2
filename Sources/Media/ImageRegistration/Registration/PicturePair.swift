/// An old and a new picture in the sizes that are worked on: the old one's longest side as wanted, and the new one so
/// large that the old one, laid over it as a guide, just fits.
struct PicturePair: Sendable {
  let old: GreyPicture
  let new: GreyPicture
  let mask: GreyPicture?
  let oldToWork: Homography
  let workToNew: Homography

  var oldSize: PictureSize { PictureSize(width: old.width, height: old.height) }
  var newSize: PictureSize { PictureSize(width: new.width, height: new.height) }
  var prior: AimPrior { AimPrior(old: oldSize, new: newSize) }

  /// Nil where a picture is too small.
  init?(old: GreyPicture, new: GreyPicture, mask: GreyPicture?, side: Int) {
    let oldGiven = PictureSize(width: old.width, height: old.height)
    let newGiven = PictureSize(width: new.width, height: new.height)
    guard min(oldGiven.width, oldGiven.height, newGiven.width, newGiven.height) >= Registration.leastSide else {
      return nil
    }
    let (oldWork, newWork) = Self.workingSizes(old: oldGiven, new: newGiven, side: side)
    self.old = old.resized(to: oldWork)
    self.new = new.resized(to: newWork)
    self.mask = mask.map { PixelMask($0, width: newWork.width, height: newWork.height).grey }
    oldToWork = .resizing(oldGiven, to: oldWork)
    workToNew = .resizing(newWork, to: newGiven)
  }

  /// The old picture's longest side is `side`; the new one is so large that the old one, laid over it as a guide, just fits.
  static func workingSizes(
    old: PictureSize, new: PictureSize, side: Int
  ) -> (old: PictureSize, new: PictureSize) {
    let oldWork = old.scaled(by: Double(side) / Double(old.longest))
    let fit = min(Double(new.width) / Double(oldWork.width), Double(new.height) / Double(oldWork.height))
    // A panorama beside a portrait would be huge: the new picture ends at three times the side.
    return (oldWork, new.scaled(by: min(1 / fit, 3 * Double(side) / Double(new.longest))))
  }

  /// A transform between the working sizes, for the sizes that were given.
  func given(_ transform: Homography) -> Homography { workToNew * transform * oldToWork }

  /// A transform between the sizes that were given, for the working sizes.
  func working(_ transform: Homography) -> Homography? {
    guard let toWork = workToNew.inverse, let fromWork = oldToWork.inverse else { return nil }
    return toWork * transform * fromWork
  }

  /// A region of the old picture's working size, for the size that was given.
  func given(_ region: ClaimedRegion) -> ClaimedRegion? { oldToWork.inverse.map { region.resized(by: $0) } }
}

extension PointPairs {
  /// The same pairs in the working sizes in which another effort looks at the pictures.
  func brought(from: PicturePair, to: PicturePair) -> PointPairs? {
    guard let oldBack = from.oldToWork.inverse, let newBack = to.workToNew.inverse else { return nil }
    let (oldWay, newWay) = (to.oldToWork * oldBack, newBack * from.workToNew)
    var result = self
    result.old = old.map { oldWay($0) }
    result.new = new.map { newWay($0) }
    return result
  }
}

extension GreyPicture {
  func resized(to size: PictureSize) -> GreyPicture {
    if size.width == width && size.height == height { return self }
    return FloatPicture(self).resized(width: size.width, height: size.height).grey
  }
}

/// Both pictures in a size for gradients, smaller than the working size by a factor.
struct GradientPair: Sendable {
  let old: OldPicture
  let new: NewPicture
  let toSmallOld: Homography
  let fromSmallNew: Homography
  let prior: AimPrior

  init(_ pair: PicturePair, scale: Double = 1) {
    let oldSize = pair.oldSize.scaled(by: scale)
    let newSize = pair.newSize.scaled(by: scale)
    old = OldPicture(FloatPicture(pair.old.resized(to: oldSize)))
    new = NewPicture(
      FloatPicture(pair.new.resized(to: newSize)),
      mask: pair.mask.map { PixelMask($0, width: newSize.width, height: newSize.height) })
    toSmallOld = .resizing(pair.oldSize, to: oldSize)
    fromSmallNew = .resizing(newSize, to: pair.newSize)
    prior = AimPrior(old: oldSize, new: newSize)
  }

  /// Refines a transform between the working sizes.
  func refine(_ transform: Homography, plan: GradientRefinement.Plan) -> GradientRefinement {
    guard let toSmallNew = fromSmallNew.inverse, let fromSmallOld = toSmallOld.inverse else {
      return GradientRefinement(transform: transform)
    }
    var result = GradientRefinement(
      old, new, from: toSmallNew * transform * fromSmallOld, plan: plan, prior: prior)
    result.transform = fromSmallNew * result.transform * toSmallOld
    return result
  }
}

/// A pair in the sizes that gradients are looked at, each made when it is first asked for. For one thread.
final class GradientSizes {
  let pair: PicturePair
  /// The working size.
  private(set) lazy var full = GradientPair(pair)
  private(set) lazy var half = GradientPair(pair, scale: 0.5)
  /// The size in which everything is searched, and the way there.
  private(set) lazy var search: (search: GradientSearch, scale: Double) = {
    let scale = min(1, Double(Self.searchSide) / Double(pair.oldSize.longest))
    let oldSize = pair.oldSize.scaled(by: scale)
    let newSize = pair.newSize.scaled(by: scale)
    let search = GradientSearch(
      old: FloatPicture(pair.old.resized(to: oldSize)), new: FloatPicture(pair.new.resized(to: newSize)),
      mask: pair.mask.map { PixelMask($0, width: newSize.width, height: newSize.height) })
    return (search, scale)
  }()

  /// The longest side of the old picture while everything is searched.
  static let searchSide = 192

  init(_ pair: PicturePair) { self.pair = pair }
}
