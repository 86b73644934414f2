/// The guide over the live view: how it lies there is the person's own choice.
extension BoothFlow {
  /// How the guide lies over the live view; it stays so from one photo to the next.
  public var guide: GuideView { guideView ?? GuideView() }

  mutating func guideTurned(_ turn: GuideTurn) -> [BoothEffect] {
    guard case .capture(let capture) = state, capture.showsGuide else { return [.ignore(.noGuide)] }
    var view = guide
    view.turn(turn)
    guard view != guide else { return [.ignore(.alreadySo)] }
    guideView = view
    return []
  }
}

extension Capture {
  /// Whether the current strip's guide lies over the live view, and no question over that.
  var showsGuide: Bool {
    guard step.guide != nil, cancelAskedUntil == nil else { return false }
    switch phase {
    case .aiming, .gettingReady, .countdown: return true
    case .marking, .recording, .takingPhoto, .settling, .review, .tryAgain: return false
    }
  }
}
