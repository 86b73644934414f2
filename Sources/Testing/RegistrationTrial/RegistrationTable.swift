import Glibc
public import ImageRegistration

/// How registration does on scenes from seeds: what `Scripts/bench then-and-now` prints and the tests ask for. Everything
/// but the milliseconds is the same each time.
public struct RegistrationTable: Sendable {
  /// A way of registering.
  public enum Method: String, Sendable, CaseIterable {
    /// Gradients alone.
    case gradients
    /// The features of the matcher that was given.
    case features
    /// Four points with 0.4 % noise, and polishing.
    case points
  }

  /// How one method did.
  public struct Row: Sendable, Equatable {
    /// Claimed and within 2 % of the width.
    public var right = 0
    /// Claimed and off by 2 to 3 %.
    public var close = 0
    /// Claimed and off by more than 3 %.
    public var wrong = 0
    /// Not claimed.
    public var silent = 0
    /// Old pictures and frames of other scenes: how many there were, and how many were claimed.
    public var mismatched = 0
    public var mismatchedClaimed = 0
    /// Of the claimed ones, in shares of the width.
    public var errors: [Double] = []
    /// Processor time of each registration.
    public var milliseconds: [Double] = []

    /// All matching pairs.
    public var count: Int { right + close + wrong + silent }
    /// Of the claimed ones.
    public var medianError: Double { Self.middle(errors) }
    /// Of all.
    public var medianMilliseconds: Double { Self.middle(milliseconds) }

    private static func middle(_ values: [Double]) -> Double {
      values.isEmpty ? .nan : values.sorted()[values.count / 2]
    }
  }

  /// Which pictures are tried.
  public struct Plan: Sendable {
    /// The scenes' seeds.
    public var seeds: [UInt64]
    /// How many aimed poses of each.
    public var poses: Int
    /// How many pairs of different scenes.
    public var mismatched: Int
    /// How much the century took, 0 to 1.
    public var change: Double
    /// One front with the same window again and again.
    public var repeated: Bool
    /// Pictures' width in pixels; the height is three quarters.
    public var width: Int

    /// A plan.
    public init(
      seeds: [UInt64], poses: Int, mismatched: Int, change: Double = 0.5, repeated: Bool = false, width: Int = 640
    ) {
      self.seeds = seeds
      self.poses = poses
      self.mismatched = mismatched
      self.change = change
      self.repeated = repeated
      self.width = width
    }
  }

  /// How far from right a person may still be who aims: the picture shifted by up to 15 % of its width, rolled by 10°,
  /// zoomed by 0.7 to 1.4, and taken up to half a metre aside.
  package static func aimedPose(_ numbers: inout SeededNumbers) -> Pose {
    var pose = Pose()
    pose.turn = numbers.between(-8.5, 8.5)
    pose.tilt = numbers.between(-6, 6)
    pose.roll = numbers.between(-10, 10)
    pose.zoom = exp(numbers.between(log(0.7), log(1.4)))
    pose.place = SIMD3(numbers.between(-0.3, 0.3), numbers.between(-0.1, 0.1), numbers.between(-0.5, 0.5))
    return pose
  }

  /// Runs one method over a plan.
  public static func run(_ method: Method, _ plan: Plan, matcher: any FeatureMatcher) -> Row {
    var row = Row()
    let (width, height) = (plan.width, plan.width * 3 / 4)
    var olds: [GreyPicture] = []
    var frames: [GreyPicture] = []
    for seed in plan.seeds {
      let then = StreetScene(seed: seed, era: .then, repeated: plan.repeated, change: plan.change)
      let now = StreetScene(seed: seed, era: .now, repeated: plan.repeated, change: plan.change)
      let old = then.look(width: width, height: height).aged(seed: seed)
      var numbers = SeededNumbers(seed: seed &* 977)
      olds.append(old)
      for _ in 0..<plan.poses {
        let pose = aimedPose(&numbers)
        let frame = now.look(from: pose, width: width, height: height)
        frames.append(frame)
        let begun = clock()
        let result: RegistrationResult
        switch method {
        case .gradients: result = Registration.register(old: old, new: frame)
        case .features: result = Registration.register(old: old, new: frame, matcher: matcher)
        case .points:
          let points = marks(then.truth(pose, width: width, height: height), width: width, &numbers)
          result = Registration.register(old: old, new: frame, points: points)
        }
        row.milliseconds.append(Double(clock() - begun) * 1000 / Double(CLOCKS_PER_SEC))
        guard let transform = result.transform,
          let error = then.error(of: transform, pose, width: width, height: height)
        else {
          row.silent += 1
          continue
        }
        row.errors.append(error)
        if error <= 0.02 { row.right += 1 } else if error <= 0.03 { row.close += 1 } else { row.wrong += 1 }
      }
    }
    guard method != .points, olds.count > 1 else { return row }
    for i in 0..<plan.mismatched {
      let (then, now, pose) = mismatch(i, scenes: olds.count, poses: plan.poses)
      let old = olds[then]
      let frame = frames[now * plan.poses + pose]
      let result = Registration.register(old: old, new: frame, matcher: method == .features ? matcher : nil)
      row.mismatched += 1
      if result.transform != nil { row.mismatchedClaimed += 1 }
    }
    return row
  }

  /// Which old picture and which frame of another scene: no pair twice before all were there.
  public static func mismatch(_ i: Int, scenes: Int, poses: Int) -> (then: Int, now: Int, pose: Int) {
    let then = i % scenes
    let (again, apart) = (i / scenes).quotientAndRemainder(dividingBy: scenes - 1)
    return (then, (then + 1 + apart) % scenes, (then + apart + again) % poses)
  }

  /// Four marked points far apart, as people mark them: 0.4 % of the width off.
  static func marks(
    _ truth: [(old: SIMD2<Double>, new: SIMD2<Double>)], width: Int, _ numbers: inout SeededNumbers
  ) -> [MarkedPoint] {
    var chosen: [(old: SIMD2<Double>, new: SIMD2<Double>)] = []
    guard truth.count >= 4 else { return [] }
    chosen.append(truth[numbers.below(truth.count)])
    while chosen.count < 4 {
      // The one furthest from those that are chosen.
      let next = truth.max { a, b in
        let near = { (p: SIMD2<Double>) in chosen.map { (($0.old - p) * ($0.old - p)).sum() }.min() ?? 0 }
        return near(a.old) < near(b.old)
      }
      guard let next else { break }
      chosen.append(next)
    }
    return chosen.map {
      MarkedPoint(old: $0.old + miss(width, &numbers), new: $0.new + miss(width, &numbers))
    }
  }

  private static func miss(_ width: Int, _ numbers: inout SeededNumbers) -> SIMD2<Double> {
    // Twelve even numbers summed are nearly normal with a deviation of 1.
    let normal = { (numbers: inout SeededNumbers) in
      (0..<12).reduce(0.0) { sum, _ in sum + numbers.between(-0.5, 0.5) }
    }
    let reach = 0.004 * Double(width)
    return SIMD2(reach * normal(&numbers), reach * normal(&numbers))
  }
}
