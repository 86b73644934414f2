import BoothCore

/// What a theme says and plays at the scenes.
extension EventReader {
  /// By their names in an event's file.
  private static let scenes: [String: SceneKind] = [
    "attract": .attract, "consent": .consent, "look": .look, "get_ready": .getReady, "aim": .aim,
    "recording": .recording, "countdown": .countdown, "shutter": .shutter, "review": .review, "try_again": .tryAgain,
    "finishing": .finishing, "print": .print, "qr": .qr, "kept_here": .keptHere, "resume_offer": .resumeOffer,
    "paused": .paused,
    "out_of_order": .outOfOrder,
  ]

  /// In characters. Longer ones would be too small to be read from two metres, or cut; while a clip is recorded they stand
  /// beside the lamp.
  static func longestWords(of scene: SceneKind) -> Int { scene == .recording ? 20 : 40 }

  /// Scenes with main words of their own; what a failed strip or a question says, the booth knows better.
  private static let scenesWithWords = [
    "attract", "look", "get_ready", "aim", "recording", "countdown", "shutter", "review", "finishing", "print", "qr",
    "kept_here",
    "paused",
  ]

  /// `"texts": {"attract": {"en": "Say hello to Anna and Ben!", "he": "…"}}`
  mutating func sceneWords(in theme: FileFields, languages: [String]) -> SceneWords {
    var words = SceneWords()
    guard let scenes = object("texts", in: theme) else { return words }
    checkKeys(of: scenes, known: Self.scenesWithWords)
    for key in Self.scenesWithWords where scenes.object[key] != nil {
      guard let scene = Self.scenes[key], let fields = object(key, in: scenes) else { continue }
      let texts = translations(in: fields, limit: Self.longestWords(of: scene))
      guard !texts.isEmpty else { continue }
      words.texts[scene] = texts
      for code in languages {
        guard let language = Language(code: code), Event.translation(texts, in: language) == nil else { continue }
        warn(
          fields.path(code), expected: "the words in \(code)", found: "nothing", "the booth's own are shown", .advice)
      }
    }
    return words
  }

  /// `"sounds": {"countdown": "beeps.wav", "shutter": "click.wav"}`
  mutating func sounds(in theme: FileFields) -> [SceneKind: String] {
    var sounds: [SceneKind: String] = [:]
    guard let fields = object("sounds", in: theme) else { return sounds }
    checkKeys(of: fields, known: Self.scenes.keys.sorted())
    for key in Self.scenes.keys.sorted() {
      guard let scene = Self.scenes[key], let value = fields.object[key], value != .null, value != .string("") else {
        continue
      }
      guard case .string(let raw) = value, ArtworkName.isSound(raw.trimmed) else {
        warn(
          fields.path(key), expected: "a WAV file in the event's folder", found: value.summary, "nothing is played")
        continue
      }
      sounds[scene] = raw.trimmed
    }
    return sounds
  }
}
