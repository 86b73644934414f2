/// What is on the guests' screen, by name alone: the words of a panel profile's tables.
public enum SceneKind: String, Sendable, Codable, CaseIterable {
  case starting, eventSelection, attract, consent, look, getReady, aim, mark, recording, countdown, shutter, review,
    tryAgain
  /// "Cancel everything?", over whatever scene of the session.
  case cancelQuestion
  case finishing, print, qr, address, keptHere, resumeOffer, settings, paused, outOfOrder, stopped

  /// The scene's name; ``cancelQuestion`` while "cancel everything?" stands over it.
  public init(_ scene: Scene) {
    self = scene.cancelAskedUntil == nil ? SceneKind(scene.content) : .cancelQuestion
  }

  private init(_ content: Scene.Content) {
    self =
      switch content {
      case .starting: .starting
      case .eventSelection: .eventSelection
      case .attract: .attract
      case .consent: .consent
      case .look: .look
      case .getReady: .getReady
      case .aim: .aim
      case .mark: .mark
      case .recording: .recording
      case .countdown: .countdown
      case .shutter: .shutter
      case .review: .review
      case .tryAgain: .tryAgain
      case .finishing: .finishing
      case .printLayout, .print: .print
      case .qr: .qr
      case .address: .address
      case .keptHere: .keptHere
      case .resumeOffer: .resumeOffer
      case .settings: .settings
      case .paused: .paused
      case .outOfOrder: .outOfOrder
      case .stopped: .stopped
      }
  }
}
