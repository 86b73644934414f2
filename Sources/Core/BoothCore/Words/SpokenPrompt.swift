/// What a voice says when the screen changes, for guests who cannot see it or do not read: what they are to do now.
public struct SpokenPrompt: Sendable, Equatable {
  /// What it is said in: the language that guests chose, else the event's main one.
  public var language: Language
  /// What is asked or told.
  public var words: String
  /// The answer that start gives at the moment; said alone when only it has changed.
  public var answer: String?

  /// Nil where guests have nothing to do, and at the invitation, as a booth that talks all evening is switched off.
  public init?(_ picture: ScreenPicture) {
    let language = Language.spoken(at: picture.event, chosen: picture.scene.language)[0]
    let own = picture.event?.theme.words ?? SceneWords()
    func said(_ phrases: Phrase...) -> String { phrases.map { own.text($0, in: language) }.joined(separator: " ") }
    self.language = language
    let scene = picture.scene
    let photo = scene.strip.flatMap { strip in scene.strips.map { said(.photo(strip + 1, of: $0)) + ". " } } ?? ""
    guard scene.cancelAskedUntil == nil else {
      words = said(.cancelQuestion)
      return
    }
    switch scene.content {
    case .consent(_, let highlighted, _):
      words = picture.event?.consent?.text(in: language) ?? said(.consentQuestion(of: picture.event))
      answer = said(.consent(highlighted))
    case .look(_, let highlighted, _, _):
      words = said(.lookQuestion)
      answer = said(.look(highlighted))
    case .printLayout(_, let highlighted, _, _):
      words = said(.printLayoutQuestion)
      let choice = picture.event?.layouts.first { $0.id == highlighted }
      answer = choice?.name(in: language.rawValue) ?? said(.printNone)
    case .print(_, let highlighted, _, _, _):
      words = said(.printQuestion)
      answer = said(highlighted == 0 ? .printNone : .printCopies(highlighted))
    case .aim(let guide): words = photo + said(guide == nil ? .pressWhenReady : .alignWithGuide)
    case .mark(let marking, _):
      words = said(marking.wasRefused ? .markNotKept : marking.side == .old ? .markOld : .markFrame)
    case .recording:
      // It would be heard in every clip.
      guard picture.event?.sound != true else { return nil }
      words = photo + said(.recording)
    case .countdown: words = said(.lookHere)
    case .review: words = said(scene.doubt.map { .doubted($0) } ?? .keepIt)
    case .tryAgain(let kind, _): words = said(.failed(kind), .onceMore)
    case .finishing(let storageTrouble): words = said(storageTrouble ? .savingTakesLonger : .saving)
    case .qr(nil, _): words = said(.noCodeYet, .noCodeYetWords)
    case .qr: words = said(.scan)
    case .address: words = said(.addressQuestion)
    case .keptHere: words = said(.keptHere, .keptHereWords)
    case .resumeOffer(let taken, let of, _): words = said(.resume(taken: taken, of: of))
    // "Get ready" is mostly over before it is said.
    case .starting, .eventSelection, .attract, .getReady, .shutter, .settings, .paused, .outOfOrder, .stopped:
      return nil
    }
  }

  /// What is to be said when this comes after `earlier`; nil where that was it.
  public func words(after earlier: SpokenPrompt?) -> String? {
    guard self != earlier else { return nil }
    let isSame = earlier?.words == words && earlier?.language == language
    guard let answer else { return words }
    return isSame ? answer : "\(words) \(answer)"
  }
}
