import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import ImageRegistration

struct LocationAdvise: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise", abstract: "Say how to move so that a frame fits an old picture.",
    discussion: """
      Turn, tilt, roll and zoom from one frame of a live view, or that it is not sure. Degrees of turn and tilt rest on \
      the lens: --focal-length is the camera's focal length in widths of its picture (1 shows 53° across, 0.7 what a \
      phone's main lens does).
      """)

  @Argument(help: "The old picture: JPEG or PNG.") var old: String
  @Argument(help: "A frame of the live view.") var frame: String
  @Option(help: "A file of points marked in both pictures.") var points: String?
  @Option(help: "Of the live camera, in widths of its picture.") var focalLength = 1.0
  @Option(help: "Of the words: en, de, fr, es, he, ar.") var language = "en"
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if Language(code: language) == nil {
      throw ValidationError("--language \(language): expected one of en, de, fr, es, he, ar")
    }
    if !(0.1...20).contains(focalLength) { throw ValidationError("--focal-length \(focalLength): expected 0.1 to 20") }
  }

  func run() async throws {
    let marked = try points.map(PointsFile.read) ?? []
    let (old, frame) = (
      try UprightPicture(file: old, side: AimEngine.side), try UprightPicture(file: frame, side: AimEngine.side)
    )
    let features = LearnedFeatures.here(try await place.settings(data: .nothing))
    var advisor: Advisor?
    if marked.isEmpty, let matcher = features.matcher {
      advisor = try Advisor(old: old.grey, matcher: matcher, focalLength: focalLength)
    }
    let clock = ContinuousClock()
    let began = clock.now
    let advice: Advice?
    if var advisor {
      advice = try advisor.advise(frame.grey)
    } else {
      let found = PairRegistration(old: old, new: frame, points: marked, matcher: nil, effort: .live)
      advice = found.result.advice(old: old.grey, frame: frame.grey, focalLength: focalLength)
    }
    let milliseconds = (clock.now - began).inSeconds * 1000
    // One frame stands for many: it is believed when it has been said twice.
    var guidance = Guidance()
    for _ in 0..<2 { guidance.take(advice) }
    let saying = AimAdvice(guidance)
    let words = Phrase.aim(saying.saying).text(in: Language(code: language) ?? .english)
    let method = marked.isEmpty ? advisor == nil ? "gradients" : "features" : "points"
    if output.json {
      return try printJSON(AdviseAnswer(saying, words, guidance.advice, method: method, milliseconds: milliseconds))
    }
    say("\(words)")
    if let advice = guidance.advice {
      say("turn        \(advice.turn)° to the right")
      say("tilt        \(advice.tilt)° up")
      say("roll        \(advice.roll)° clockwise")
      say("zoom        × \(advice.zoom)")
      say("closeness   \(Int((advice.closeness * 100).rounded())) %")
    }
    say("method      \(method)\(method == "gradients" ? features.lack.map { "; " + $0 } ?? "" : "")")
    say("took        \(Int(milliseconds.rounded())) ms")
  }
}

/// Advice, for programs.
struct AdviseAnswer: Encodable {
  /// False: not sure, and nothing is claimed.
  var sure: Bool
  /// turnLeft, turnRight, tiltUp, tiltDown, rollClockwise, rollBack, zoomIn, zoomOut, fits or unsure.
  var saying: String
  /// Whether it is only a little.
  var isSmall: Bool
  /// In the language that was asked for.
  var words: String
  /// To the right; null where it is not sure, as the following are.
  var turnDegrees: Double?
  /// Upwards.
  var tiltDegrees: Double?
  /// Clockwise.
  var rollDegrees: Double?
  /// By which to zoom in; below 1 out.
  var zoomFactor: Double?
  /// 0 to 1.
  var closeness: Double?
  var confidence: Double?
  var method: String
  var milliseconds: Double

  init(_ advice: AimAdvice, _ words: String, _ numbers: Advice?, method: String, milliseconds: Double) {
    switch advice.saying {
    case .unsure: (sure, saying, isSmall) = (false, "unsure", false)
    case .fits, .fitsStepAside: (sure, saying, isSmall) = (true, "fits", false)
    case .move(let way, let small): (sure, saying, isSmall) = (true, way.rawValue, small)
    }
    self.words = words
    turnDegrees = numbers?.turn
    tiltDegrees = numbers?.tilt
    rollDegrees = numbers?.roll
    zoomFactor = numbers?.zoom
    closeness = numbers?.closeness
    confidence = numbers?.confidence
    self.method = method
    self.milliseconds = milliseconds
  }
}
