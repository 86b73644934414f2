import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import ImageRegistration
import LocationLibrary
import Locations
import StudioLocations

struct LocationAlign: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "align", abstract: "Find an old picture in a new one.",
    discussion: """
      Prints where the old picture lies in the new one, or that it is not sure: it never guesses. The transform takes \
      pixels of the old picture to those of the new one, both upright and whole. --points gives points that a person \
      marked in both: four or more lines of old-x old-y new-x new-y.
      """)

  @Argument(help: "The old picture: JPEG or PNG.") var old: String
  @Argument(help: "The new one.") var new: String
  @Option(help: "A file of points marked in both pictures.") var points: String?
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let marked = try points.map(PointsFile.read) ?? []
    let side = Registration.Effort.final.rawValue
    let (old, new) = (try UprightPicture(file: old, side: side), try UprightPicture(file: new, side: side))
    let features = LearnedFeatures.here(try await place.settings(data: .nothing))
    let found = PairRegistration(old: old, new: new, points: marked, matcher: features.matcher)
    if output.json { return try printJSON(AlignAnswer(found)) }
    say("\(found.result.isAccepted ? "accepted" : "not sure"): \(found.reason)")
    say(
      "method      \(found.result.method.rawValue)\((features.lack ?? found.result.fault?.description).map { "; " + $0 } ?? "")"
    )
    say("confidence  \(Int((found.result.confidence * 100).rounded())) %")
    if let region = found.region { say("covers      \(region.words)") }
    if let cells = found.result.cells {
      let kept = KeptCells(cells.values)
      say(
        "sure        in \(kept.tenths.count { $0 >= KeptCells.sure }) of 64 parts, less in \(kept.tenths.count { (1..<KeptCells.sure).contains($0) })"
      )
    }
    if let deviation = found.result.deviation {
      say("may be off  \((deviation * 1000).rounded() / 10) % of the old picture's width, over all of it")
    }
    if !found.result.isAccepted {
      let advice = AlignmentAdvice(
        found.result.verdict.rawValue, method: found.result.method.rawValue, old: old.size, new: new.size,
        hasFeatures: features.matcher != nil)
      for line in advice.lines { say("would help  \(line)") }
    }
    say("took        \(Int(found.milliseconds.rounded())) ms")
    for row in found.transform?.rows ?? [] { say("  \(row.map { "\($0)" }.joined(separator: "  "))") }
  }
}

extension ClaimedRegion {
  /// Its share of the old picture, and the rectangle around it in pixels.
  var words: String {
    let (least, greatest) = bounds
    let span = { (from: Double, to: Double) in "\(Int(from.rounded())) to \(Int(to.rounded()))" }
    return "\(Int((share * 100).rounded())) % of the old picture: x \(span(least.x, greatest.x)), "
      + "y \(span(least.y, greatest.y))"
  }
}

/// A part of an old picture, for programs.
struct RegionAnswer: Encodable {
  /// Its area as a share of the picture's, 0 to 1.
  var share: Double
  /// A convex polygon: x and y of each corner, in pixels of the upright old picture.
  var corners: [[Double]]

  init(_ region: ClaimedRegion) {
    share = (region.share * 10_000).rounded() / 10_000
    // To a tenth of a pixel: less cannot be seen.
    corners = region.corners.map { [($0.x * 10).rounded() / 10, ($0.y * 10).rounded() / 10] }
  }

  init(_ kept: KeptRegion) {
    share = kept.share
    corners = stride(from: 0, to: kept.corners.count - 1, by: 2).map { Array(kept.corners[$0...$0 + 1]) }
  }

  var kept: KeptRegion { KeptRegion(corners: corners.flatMap { $0 }, share: share) }
  var claimed: ClaimedRegion? { ClaimedRegion(corners: corners.map { SIMD2($0[0], $0[1]) }, share: share) }
}

/// A registration, for programs.
struct AlignAnswer: Encodable {
  /// Whether the transform is claimed.
  var accepted: Bool
  /// Why, as a word.
  var verdict: String
  /// The same in words.
  var reason: String
  /// Row by row, from pixels of the old picture to those of the new one, upright and whole; left out where nothing is claimed.
  var transform: [[Double]]?
  /// 0 to 1; ½ is only just enough.
  var confidence: Double
  /// The part of the old picture that the transform was found by; left out where nothing is claimed, or it is not known.
  var region: RegionAnswer?
  /// How sure it is in eight rows of eight parts of the old picture: a digit each, 0 where it is not covered, 7 and more where
  /// it is sure; left out as ``region``.
  var cells: String?
  /// How far the transform may be off over the whole old picture, as a share of its width; left out as ``region``.
  var deviation: Double?
  /// features, gradients or points.
  var method: String
  /// Why learned features said nothing; left out where they did, or there are none.
  var fault: String?
  /// Without reading and decoding the files; left out where it was known.
  var milliseconds: Double?
  /// Left out where it was known, and not computed again.
  var evidence: Evidence?

  init(_ found: PairRegistration) {
    accepted = found.result.isAccepted
    verdict = found.result.verdict.rawValue
    reason = found.reason
    transform = found.transform?.rows
    confidence = found.result.confidence
    region = found.result.isAccepted ? found.region.map { RegionAnswer($0) } : nil
    cells = found.result.cells.map { KeptCells($0.values).text }
    deviation = found.result.isAccepted ? found.result.deviation : nil
    method = found.result.method.rawValue
    fault = found.result.fault?.description
    milliseconds = found.milliseconds
    let said = found.result.evidence
    evidence = Evidence(
      features: said.features, templates: said.templates, correlation: said.correlation, cells: said.cells,
      rival: said.rival)
  }

  /// As it is kept with a version.
  /// - Parameters: old, new: the pictures' sizes; nil if unknown.
  init(_ kept: KeptRegistration, old: PixelSize?, new: PixelSize?) {
    accepted = kept.isAccepted
    verdict = kept.verdict
    let isSmall = kept.verdict == RegistrationVerdict.tooSmall.rawValue
    reason =
      (isSmall ? SmallPicture.reason(old: old, new: new) : nil)
      ?? RegistrationVerdict(rawValue: kept.verdict)?.words ?? kept.verdict
    transform = kept.transform.map { numbers in (0..<3).map { Array(numbers[$0 * 3..<$0 * 3 + 3]) } }
    confidence = kept.confidence
    region = kept.region.map { RegionAnswer($0) }
    cells = kept.cells?.text
    deviation = kept.deviation
    method = kept.method
  }

  /// Of old and new pixels; nil where nothing is claimed.
  var homography: Homography? { accepted ? transform.map { Homography($0.flatMap { $0 }) } : nil }

  /// The part of the old picture in which it is sure, else that it was found by; nil where nothing is claimed, or it is not
  /// known.
  /// - Parameter size: the old picture's; nil if unknown.
  func claimed(of size: PixelSize?) -> ClaimedRegion? {
    guard accepted else { return nil }
    let cells = cells.flatMap { KeptCells(text: $0) }
    return size.flatMap { cells?.sureRegion(of: $0) } ?? region?.claimed
  }

  /// As it is kept with a version of these two files.
  func kept(old: LocationPicture, new: LocationPicture) -> KeptRegistration {
    var kept = KeptRegistration(
      verdict: verdict, method: method, confidence: min(max(confidence, 0), 1),
      transform: transform.map { $0.flatMap { $0 } }, program: BoothCommand.programVersion, old: old.checksum,
      new: new.checksum)
    kept.region = region?.kept
    kept.deviation = deviation
    kept.cells = cells.flatMap { KeptCells(text: $0) }
    return kept
  }

  /// The numbers that the verdict rests on.
  struct Evidence: Encodable {
    /// The probabilities of the features' pairs that agree, summed.
    var features: Double
    /// How many templates of gradients agree.
    var templates: Int
    /// Their correlations, summed.
    var correlation: Double
    /// In how many of 8×8 cells of the old picture something agrees.
    var cells: Int
    /// How well the best other place fits, as a share of this one.
    var rival: Double
  }
}
