/// What a panel's lights are to say: a pure function of the scene.
///
/// | cue | while |
/// |---|---|
/// | `ready` | guests are invited: attract, the list of events, a resume offer |
/// | `ask` | a session waits for a press, or takes one: the question before it, aiming, review, another try, the code, a question over any of it |
/// | `recording` | a clip runs |
/// | `countdown` | the countdown runs; a lamp goes on here, so that the lens can focus |
/// | `flash` | the photo is being taken, from the trigger on, which may come before zero |
/// | `busy` | a press would come too early: starting, get ready, saving |
/// | `fault` | out of order, or the disk refuses |
/// | `off` | paused, the operator's settings, the end |
public enum PanelCue: String, Sendable, Codable, CaseIterable {
  case ready, ask, recording, countdown, flash, busy, fault, off

  /// What lights say while this scene is on the screen.
  public init(_ scene: Scene) {
    self =
      switch scene.content {
      // "Cancel everything?" asked while the session is put away.
      case .finishing where scene.cancelAskedUntil != nil: .ask
      case .attract, .eventSelection, .resumeOffer: .ready
      case .consent, .look, .aim, .mark, .review, .tryAgain, .printLayout, .print, .qr, .address, .keptHere: .ask
      case .recording: .recording
      case .countdown: scene.isTriggered ? .flash : .countdown
      case .shutter: .flash
      case .starting, .getReady, .finishing(storageTrouble: false): .busy
      case .outOfOrder, .finishing(storageTrouble: true): .fault
      case .settings, .paused, .stopped: .off
      }
  }
}
