import Glibc
public import ImageRegistration

/// How often a kept photo is registered rightly, silently or wrongly, over pairs of every kind; and how often pictures of
/// different places are claimed to be one.
public struct KeptPhotoTrial: Sendable {
  /// What came of one pair.
  public struct Outcome: Sendable {
    public var kind: String
    public var verdict: RegistrationVerdict
    /// Of a claimed pair that shows one place: the median error as a share of the width.
    public var error: Double?
    /// The same over the region that the claim covers.
    public var inner: Double?
    /// The region's share of the old picture.
    public var share: Double?
    public var confidence: Double
    /// What the verdict rests on.
    public var evidence: RegistrationEvidence
    public var method: RegistrationMethod
    /// The pictures show different places.
    public var isMismatched: Bool
    public var milliseconds: Double
    /// What is claimed, between the pictures' pixels.
    public var transform: Homography?

    /// All of it in one line.
    public var line: String {
      let numbers = transform.map { $0.values.map { "\($0)" }.joined(separator: ",") } ?? "–"
      let short = { (value: Double?) in value.map { "\(($0 * 10000).rounded() / 10000)" } ?? "–" }
      return "\(verdict.rawValue) \(method.rawValue) error \(short(error)) confidence \(short(confidence)) "
        + "pairs \(evidence.pairs) strength \(short(evidence.strength)) sum \(short(evidence.features)) "
        + "rival \(short(evidence.rival)) mirror \(short(evidence.mirror)) templates \(evidence.templates) "
        + "correlation \(short(evidence.correlation)) remoteness \(short(evidence.remoteness)) share \(short(share)) "
        + "ms \(Int(milliseconds)) transform \(numbers)"
    }

    public var isClaimed: Bool { verdict == .accepted }
    public var isRight: Bool { error.map { $0 <= 0.02 } ?? false }
    public var isWrong: Bool { isClaimed && !isMismatched && (error ?? 1) > 0.03 }
  }

  public private(set) var outcomes: [Outcome] = []
  public let matcher: (any FeatureMatcher)?
  public let effort: Registration.Effort

  public init(matcher: (any FeatureMatcher)?, effort: Registration.Effort = .final) {
    self.matcher = matcher
    self.effort = effort
  }

  /// Tries one pair more.
  public mutating func add(_ pair: PracticePair) {
    let (matcher, effort) = (matcher, effort)
    add(pair) {
      Registration.register(old: pair.old, new: pair.new, mask: pair.mask, matcher: matcher, effort: effort)
    }
  }

  /// Tries points that a person marks along one line of a pair, as along a skyline: up to six, each up to 0.6 % of the width
  /// off. Nothing is tried where the pair has fewer than four known points in a line.
  public mutating func addLine(_ pair: PracticePair) {
    let width = Double(pair.old.width)
    let rows = pair.truth.map { point in pair.truth.filter { abs($0.old.y - point.old.y) < 0.01 * width } }
    guard let row = rows.max(by: { $0.count < $1.count }), row.count >= 4 else { return }
    let sorted = row.sorted { $0.old.x < $1.old.x }
    let count = min(6, sorted.count)
    var numbers = SeededNumbers(seed: UInt64(sorted.count))
    let points = (0..<count).map { i in
      let point = sorted[i * (sorted.count - 1) / (count - 1)]
      let miss = SIMD2(numbers.between(-0.006, 0.006), numbers.between(-0.006, 0.006)) * width
      return MarkedPoint(old: point.old, new: point.new + miss)
    }
    let effort = effort
    add(pair) { Registration.register(old: pair.old, new: pair.new, mask: pair.mask, points: points, effort: effort) }
  }

  private mutating func add(_ pair: PracticePair, _ register: () -> RegistrationResult) {
    let begun = clock()
    let result = register()
    let milliseconds = Double(clock() - begun) * 1000 / Double(CLOCKS_PER_SEC)
    outcomes.append(
      Outcome(
        kind: pair.kind, verdict: result.verdict, error: result.transform.flatMap { pair.error(of: $0) },
        inner: result.transform.flatMap { transform in
          result.region.flatMap { region in pair.error(of: transform, within: region.contains) }
        }, share: result.region?.share,
        confidence: result.confidence, evidence: result.evidence, method: result.method,
        isMismatched: pair.truth.isEmpty, milliseconds: milliseconds, transform: result.transform))
  }

  /// A row for each kind, one for all, and how many pairs that do not match were claimed.
  public var table: String {
    var lines = [
      "| pairs | right ≤ 2 % | close | wrong | silent | median error | in the region | its share | ms of CPU |",
      "|---|---|---|---|---|---|---|---|---|",
    ]
    let matching = outcomes.filter { !$0.isMismatched }
    var kinds: [String] = []
    for outcome in matching where !kinds.contains(outcome.kind) { kinds.append(outcome.kind) }
    for kind in kinds { lines.append(row(kind, matching.filter { $0.kind == kind })) }
    lines.append(row("**all**", matching))
    let others = outcomes.filter(\.isMismatched)
    lines.append("")
    lines.append(
      "Mismatched pairs claimed: \(others.count(where: \.isClaimed)) of \(others.count)"
        + " (\(milliseconds(others)) ms of CPU).")
    var names: [String] = []
    for outcome in others where !names.contains(outcome.kind) { names.append(outcome.kind) }
    for name in names {
      let these = others.filter { $0.kind == name }
      lines.append("- \(name): \(these.count(where: \.isClaimed)) of \(these.count)")
    }
    return lines.joined(separator: "\n")
  }

  /// Silence against wrong claims, were more confidence asked for than a half.
  public var curve: String {
    var lines = ["| least confidence | right | silent | wrong | mismatched pairs claimed |", "|---|---|---|---|---|"]
    let matching = outcomes.filter { !$0.isMismatched }
    let others = outcomes.filter(\.isMismatched)
    for least in [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9] {
      let isHeard = { (outcome: Outcome) in outcome.isClaimed && outcome.confidence >= least }
      lines.append(
        "| \(least) | \(matching.count { isHeard($0) && $0.isRight }) | \(matching.count { !isHeard($0) }) "
          + "| \(matching.count { isHeard($0) && $0.isWrong }) | \(others.count(where: isHeard)) |")
    }
    return lines.joined(separator: "\n")
  }

  /// Why pairs that match were not claimed.
  public var silence: String {
    let silent = outcomes.filter { !$0.isMismatched && !$0.isClaimed }
    return RegistrationVerdict.allCases.compactMap { verdict in
      let count = silent.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(verdict.rawValue) \(count)"
    }.joined(separator: ", ")
  }

  private func row(_ name: String, _ these: [Outcome]) -> String {
    let right = these.count(where: \.isRight)
    let wrong = these.count(where: \.isWrong)
    let claimed = these.count(where: \.isClaimed)
    let middle = { (values: [Double], digits: Double) -> String in
      values.isEmpty ? "–" : "\((values.sorted()[values.count / 2] * 100 * digits).rounded() / digits) %"
    }
    return "| \(name) | \(right) | \(claimed - right - wrong) | \(wrong) | \(these.count - claimed) "
      + "| \(middle(these.compactMap(\.error), 100)) | \(middle(these.compactMap(\.inner), 100)) "
      + "| \(middle(these.compactMap(\.share), 1)) | \(milliseconds(these)) |"
  }

  private func milliseconds(_ these: [Outcome]) -> Int {
    let times = these.map(\.milliseconds).sorted()
    return times.isEmpty ? 0 : Int(times[times.count / 2].rounded())
  }
}

extension KeptPhotoTrial {
  /// Scenes from seeds: aimed from about the old place, from a few steps aside, and fronts in one plane from up to 6 m
  /// aside, which bends them by up to 6 % of the width; then windows all alike.
  public static func scenes(seeds: Range<UInt64>, width: Int = 960) -> [PracticePair] {
    var result: [PracticePair] = []
    for seed in seeds {
      for kind in Kind.allCases { result.append(pair(kind, seed: seed, width: width)) }
    }
    return result
  }

  /// Pairs of different places: each old picture with frames of other pairs, and the mirror images of each old picture and
  /// of each frame with the frame, but for rows of equal windows, which a mirror does not change.
  /// - Parameter rounds: each old picture is tried with so many others.
  public static func mismatched(_ pairs: [PracticePair], rounds: Int) -> [PracticePair] {
    var result: [PracticePair] = []
    for pair in pairs where pair.kind != Kind.alike.rawValue {
      let isOwn = pair.kind == Kind.symmetric.rawValue
      var mirror = pair.mirrored
      mirror.kind = isOwn ? "mirrored, fronts that are their own mirror image" : "mirrored"
      result.append(mirror)
      // Nothing has changed here but left and right.
      mirror.old = pair.new.mirrored
      mirror.kind = isOwn ? "frames mirrored, fronts that are their own mirror image" : "frames mirrored"
      result.append(mirror)
    }
    for round in 0..<rounds {
      for i in pairs.indices {
        // Apart by more than one pair's views, and each round by another step.
        let j = (i + pairs.count / 3 + 7 * round) % pairs.count
        let (a, b) = (pairs[i], pairs[j])
        guard a.old != b.old else { continue }
        let kind = a.kind.hasPrefix("real") || b.kind.hasPrefix("real") ? "crossed real pairs" : "other streets"
        result.append(PracticePair(kind: kind, old: a.old, new: b.new, mask: b.mask, truth: []))
      }
    }
    return result
  }

  /// The kinds of scenes.
  public enum Kind: String, Sendable, CaseIterable {
    case street = "streets, aimed"
    case aside = "streets, a step aside"
    case aslant = "fronts in one plane, aslant"
    case symmetric = "fronts that are their own mirror image"
    case alike = "windows all alike"
  }

  /// One scene of a kind, from where a person who aims stands.
  public static func pair(_ kind: Kind, seed: UInt64, width: Int = 960) -> PracticePair {
    let height = width * 3 / 4
    let (isFlat, isAlike, isOwn) = (kind == .aslant, kind == .alike, kind == .symmetric)
    let then = StreetScene(seed: seed, era: .then, repeated: isAlike, flat: isFlat, symmetric: isOwn)
    let now = StreetScene(seed: seed, era: .now, repeated: isAlike, flat: isFlat, symmetric: isOwn)
    var numbers = SeededNumbers(seed: seed &* 977 &+ 5)
    var pose = RegistrationTable.aimedPose(&numbers)
    let side: Double = numbers.below(2) == 0 ? -1 : 1
    switch kind {
    case .street, .symmetric, .alike: break
    case .aside: pose.place.x = side * numbers.between(0.5, 1.5)
    case .aslant: pose.place.x = side * numbers.between(2, 6)
    }
    // A person who stands aside turns back to the middle of the scene.
    if kind == .aside || kind == .aslant { pose.turn = pose.turn / 2 - atan(pose.place.x / 24) * 180 / .pi }
    return PracticePair(
      kind: kind.rawValue, old: then.look(width: width, height: height).aged(seed: seed),
      new: now.look(from: pose, width: width, height: height), truth: then.truth(pose, width: width, height: height))
  }
}
