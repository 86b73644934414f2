extension SceneWords {
  /// The event's words where it has some for that scene in that language, else the booth's.
  public func text(_ phrase: Phrase, in language: Language) -> String {
    guard !texts.isEmpty, let scene = phrase.scene, let own = texts[scene] else { return phrase.text(in: language) }
    return Event.translation(own, in: language) ?? phrase.text(in: language)
  }
}

extension Phrase {
  /// The scene whose main words these are.
  package var scene: SceneKind? {
    switch self {
    case .pressToStart: .attract
    case .lookQuestion: .look
    case .getReady: .getReady
    case .alignWithGuide, .pressWhenReady: .aim
    case .recording: .recording
    case .lookHere: .countdown
    case .smile: .shutter
    case .keepIt: .review
    case .saving: .finishing
    case .printQuestion: .print
    case .scan: .qr
    case .keptHere: .keptHere
    case .backSoon: .paused
    default: nil
    }
  }
}
