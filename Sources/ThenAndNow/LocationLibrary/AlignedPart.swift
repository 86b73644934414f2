package import BoothCore
package import ImageRegistration
import Imaging
package import Locations

/// An edge of a picture.
package enum PictureEdge: String, Sendable, CaseIterable {
  case left, right, top, bottom
}

extension KeptRegion {
  /// As pictures are laid over each other by it.
  var claimed: ClaimedRegion? {
    ClaimedRegion(
      corners: stride(from: 0, to: corners.count - 1, by: 2).map { SIMD2(corners[$0], corners[$0 + 1]) }, share: share)
  }
}

extension KeptCells {
  /// Around the cells that are sure, in pixels of the old picture; nil where none is.
  package func sureRegion(of size: PixelSize) -> ClaimedRegion? {
    ClaimedRegion(around: tenths.map { $0 >= Self.sure }, width: size.width, height: size.height)
  }
}

extension KeptRegistration {
  /// What pairs' frames keep to: the part that is sure, else what is covered.
  func framed(in old: LocationPicture) -> ClaimedRegion? {
    old.size.flatMap { cells?.sureRegion(of: $0) } ?? region?.claimed
  }
}

extension LocationVersion {
  /// Edges of the frame that it shares with the old picture where the two may be off; none where it is not aligned, or the
  /// pictures' sizes are not known.
  package func unsureEdges(in location: Location) -> [PictureEdge] {
    let old = location.old
    guard let kept = registration, kept.isAccepted, kept.isOf(old, picture), let transform = kept.transform,
      let region = kept.framed(in: old), let oldSize = old.size, let newSize = picture.size
    else { return [] }
    let view = SharedView(
      old: oldSize, new: newSize, homography: Homography(transform), region: region,
      photograph: location.crop?.part)
    return view?.unsure.compactMap { PictureEdge(rawValue: $0.rawValue) } ?? []
  }
}
