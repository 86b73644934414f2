import BoothCore

extension ScreenPicture {
  /// The last guests' link, in the scenes that keep a corner for it: all that the next guests see, but not beside a second
  /// code, nor where the screen is the photo's light, nor on the operator's pages.
  var previousLink: String? {
    guard let link = scene.previousLink, !isLit else { return nil }
    switch scene.content {
    case .attract, .consent, .look, .getReady, .aim, .recording, .countdown, .shutter, .review, .tryAgain, .finishing,
      .print, .keptHere, .resumeOffer, .paused, .outOfOrder:
      return link
    // The prints to choose from fill the screen.
    case .starting, .eventSelection, .mark, .printLayout, .qr, .address, .settings, .stopped: return nil
    }
  }
}

extension String {
  /// What people type: browsers add the scheme of a plain http link themselves, and https ones are redirected to.
  var withoutScheme: String {
    for scheme in ["https://", "http://"] where hasPrefix(scheme) { return String(dropFirst(scheme.count)) }
    return self
  }
}
