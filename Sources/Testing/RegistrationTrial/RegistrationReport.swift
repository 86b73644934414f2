import Glibc
public import ImageRegistration

/// The whole table as Markdown, for `Scripts/bench then-and-now` and the documentation.
public enum RegistrationReport {
  /// What is tried.
  public enum Part: String, Sendable, CaseIterable {
    /// Every method in the scenes.
    case scenes
    /// Features alone, with the pairs that do not match.
    case features
    /// Walkers with and without advice.
    case walkers
  }

  /// Runs every method, and walkers with and without advice.
  /// - Parameters:
  ///   - scenes: how many scenes, each from a seed of its own.
  ///   - poses: aimed poses of each.
  ///   - mismatched: pairs of different scenes, for each method that could claim them.
  ///   - walkers: how many people aim, each in a scene of their own.
  ///   - parts: what of this.
  ///   - first: the first scene's seed; the first walker's is 400 more.
  ///   - matcher: finds the features.
  public static func markdown(
    scenes: Int, poses: Int, mismatched: Int, walkers: Int, parts: [Part], first: UInt64 = 100,
    matcher: any FeatureMatcher
  ) throws(FeatureError) -> String {
    var lines = [
      "| scenes | method | right | close | wrong | silent | median error | mismatched pairs claimed | ms of CPU |",
      "|---|---|---|---|---|---|---|---|---|",
    ]
    let seeds = (0..<UInt64(scenes)).map { first + $0 }
    let kinds: [(name: String, plan: RegistrationTable.Plan)] = [
      ("streets", .init(seeds: seeds, poses: poses, mismatched: mismatched)),
      ("streets, twice the change", .init(seeds: seeds, poses: poses, mismatched: 0, change: 1)),
      ("windows all alike", .init(seeds: seeds, poses: poses, mismatched: 0, repeated: true)),
    ]
    let methods: [RegistrationTable.Method] =
      parts.contains(.scenes) ? RegistrationTable.Method.allCases : parts.contains(.features) ? [.features] : []
    for kind in kinds {
      for method in methods {
        if kind.plan.repeated && method == .points { continue }
        let row = RegistrationTable.run(method, kind.plan, matcher: matcher)
        let error = row.errors.isEmpty ? "–" : percent(row.medianError, digits: 2)
        let claimed = row.mismatched == 0 ? "–" : "\(row.mismatchedClaimed) of \(row.mismatched)"
        let share = { (count: Int) in percent(Double(count) / Double(max(1, row.count)), digits: 0) }
        lines.append(
          "| \(kind.name) | \(method.rawValue) | \(share(row.right)) | \(share(row.close)) | \(share(row.wrong)) "
            + "| \(share(row.silent)) | \(error) | \(claimed) | \(Int(row.medianMilliseconds.rounded())) |")
      }
    }
    if parts.contains(.walkers) { lines += try self.walkers(walkers, first: first + 400, matcher: matcher) }
    return lines.joined(separator: "\n")
  }

  /// People with advice and with the bare overlay, who stand nearly right, and who must walk.
  private static func walkers(
    _ count: Int, first: UInt64, matcher: any FeatureMatcher
  ) throws(FeatureError) -> [String] {
    var lines = [
      "",
      "| walkers with | stand off by | ended within 2 % | median end | turn | tilt | roll | zoom | steps without advice "
        + "| ms of CPU |",
      "|---|---|---|---|---|---|---|---|---|---|",
    ]
    var walks: [String] = []
    let people = (0..<UInt64(count)).map { first + $0 }
    for (help, stand) in [(Walkers.Help.advice, 0.01), (.overlay, 0.01), (.advice, 0.08), (.overlay, 0.08)] {
      let row = try Walkers.run(help, seeds: people, stand: stand, matcher: matcher)
      let ends = row.ends.sorted()
      let signs = [row.turn, row.tilt, row.roll, row.zoom].map { $0.count == 0 ? "–" : "\($0.right) of \($0.count)" }
      let times = row.milliseconds.sorted()
      let end = ends.isEmpty ? "–" : percent(ends[ends.count / 2], digits: 1)
      let silent = help == .overlay ? "–" : "\(row.silent) of \(row.steps)"
      let time = times.isEmpty ? "–" : "\(Int((times.reduce(0, +) / Double(times.count)).rounded()))"
      lines.append(
        "| \(help.rawValue) | \(percent(stand, digits: 0)) | \(row.arrived) of \(row.ends.count) | \(end) "
          + "| \(signs.joined(separator: " | ")) | \(silent) | \(time) |")
      if help == .advice, stand > 0.05 {
        for (name, walk) in [("sideways, beyond 3 %", row.sideways), ("forward or back, beyond 5 %", row.forward)] {
          walks.append(
            "| \(name) | \(walk.wanted) | \(walk.said) | \(walk.right) | \(walk.places) | \(walk.placesSaid) |")
        }
      }
    }
    return lines + [
      "", "| to walk | frames | spoken of | right | walkers who had to | told at least once |",
      "|---|---|---|---|---|---|",
    ] + walks
  }

  private static func percent(_ share: Double, digits: Int) -> String {
    let scale = pow(10, Double(digits))
    let value = (share * 100 * scale).rounded() / scale
    return (digits == 0 ? "\(Int(value))" : "\(value)") + " %"
  }
}
