import Glibc
public import ImageRegistration

/// People who aim by an old picture, simulated: each begins somewhere off, and in every step does what they are told, or
/// what they see.
public struct Walkers: Sendable {
  /// What the walkers have to go by.
  public enum Help: String, Sendable, CaseIterable {
    /// What ``Guidance`` says.
    case advice
    /// The old picture laid over the live view, half-transparent, and nothing else.
    case overlay
  }

  /// How they did.
  public struct Row: Sendable, Equatable {
    /// How far off each ended: the median over the scene's points, as a share of the width.
    public var ends: [Double] = []
    /// Each axis: how often advice was given beyond its dead zone, and how often to the right side.
    public var turn = Signs()
    public var tilt = Signs()
    public var roll = Signs()
    public var zoom = Signs()
    /// Where to stand, beyond 3 % of the distance sideways and 5 % forward or back: how often it was off by so much, how
    /// often it was spoken of then, and how often to the right side.
    public var sideways = Spoken()
    public var forward = Spoken()
    /// Steps in which nothing was sure, of all.
    public var silent = 0
    public var steps = 0
    /// Processor time of each piece of advice.
    public var milliseconds: [Double] = []

    /// How many ended within 2 % of the width.
    public var arrived: Int { ends.count { $0 <= 0.02 } }
  }

  /// About how far away what the walkers look at is, in metres.
  static let distance = 20.0

  /// Right and all.
  public struct Signs: Sendable, Equatable {
    public var right = 0
    public var count = 0

    mutating func add(_ said: Double, _ wanted: Double, beyond: Double) {
      guard abs(wanted) > beyond else { return }
      count += 1
      if said * wanted > 0 { right += 1 }
    }
  }

  /// In how many frames it was wanted, said, and said right.
  public struct Spoken: Sendable, Equatable {
    public var wanted = 0
    public var said = 0
    public var right = 0
    /// How many walkers had to walk so, and how many of them were told.
    public var places: Int { walkers.count }
    public var placesSaid: Int { told.count }
    private var walkers: Set<UInt64> = []
    private var told: Set<UInt64> = []

    mutating func add(_ said: Double, isSaid: Bool, _ wanted: Double, beyond: Double, walker: UInt64) {
      guard abs(wanted) > beyond else { return }
      self.wanted += 1
      walkers.insert(walker)
      guard isSaid else { return }
      self.said += 1
      told.insert(walker)
      if said * wanted > 0 { right += 1 }
    }
  }

  /// - Parameters:
  ///   - seeds: a walker for each scene.
  ///   - steps: at most so many.
  ///   - stand: how far from the old place they stand, at most, as a share of the distance: sideways so much, forward or back
  ///     half as much again; 0: they only turn.
  public static func run(
    _ help: Help, seeds: [UInt64], steps: Int = 25, stand: Double = 0.01, width: Int = 640,
    matcher: any FeatureMatcher
  ) throws(FeatureError) -> Row {
    var row = Row()
    let height = width * 3 / 4
    for seed in seeds {
      let then = StreetScene(seed: seed, era: .then)
      let now = StreetScene(seed: seed, era: .now)
      let old = then.look(width: width, height: height).aged(seed: seed)
      var advisor = try Advisor(old: old, matcher: matcher)
      var numbers = SeededNumbers(seed: seed &* 31 &+ 7)
      var pose = Pose()
      pose.turn = numbers.between(-6, 6)
      pose.tilt = numbers.between(-4, 4)
      pose.roll = numbers.between(-7, 7)
      pose.zoom = exp(numbers.between(log(0.8), log(1.3)))
      pose.place =
        SIMD3(numbers.between(-1, 1), numbers.between(-0.25, 0.25), numbers.between(-1.5, 1.5)) * stand * Self.distance
      var guidance = Guidance()
      var hasStepped = false
      for _ in 0..<steps {
        row.steps += 1
        switch help {
        case .advice:
          let frame = now.look(from: pose, width: width, height: height)
          let begun = clock()
          let advice = try advisor.advise(frame)
          row.milliseconds.append(Double(clock() - begun) * 1000 / Double(CLOCKS_PER_SEC))
          if let advice {
            row.roll.add(advice.roll, -pose.roll, beyond: 2)
            // Who stands elsewhere must turn and zoom another way than the old camera did.
            if (pose.place * pose.place).sum().squareRoot() < 0.02 * Self.distance {
              row.turn.add(advice.turn, -pose.turn, beyond: 1.5)
              row.tilt.add(advice.tilt, -pose.tilt, beyond: 1.5)
              row.zoom.add(log(advice.zoom), -log(pose.zoom), beyond: 0.0677)
            }
          }
          if let walk = advice?.walk {
            let wanted = pose.turned(-pose.place) / Self.distance
            row.sideways.add(walk.right, isSaid: walk.saysRight, wanted.x, beyond: 0.03, walker: seed)
            row.forward.add(walk.forward, isSaid: walk.saysForward, wanted.z, beyond: 0.05, walker: seed)
          }
          // Several frames a second say the same while the person stands.
          guidance.take(advice)
          guidance.take(advice)
          follow(guidance, &pose, &numbers, &row, &hasStepped)
        case .overlay: look(then, &pose, &numbers, width: width)
        }
      }
      row.ends.append(then.error(of: .identity, pose, width: width, height: height) ?? 1)
    }
    return row
  }

  /// Does the one thing that is said, a little too much or too little.
  private static func follow(
    _ guidance: Guidance, _ pose: inout Pose, _ numbers: inout SeededNumbers, _ row: inout Row,
    _ hasStepped: inout Bool
  ) {
    let share = numbers.between(0.5, 1.1)
    let advice = guidance.advice
    switch guidance.cue {
    case .notSure:
      row.silent += 1
      pose.turn += numbers.between(-0.7, 0.7)
      pose.tilt += numbers.between(-0.4, 0.4)
    case .turn: pose.turn += (advice?.turn ?? 0) * share
    case .tilt: pose.tilt += (advice?.tilt ?? 0) * share
    case .roll: pose.roll += (advice?.roll ?? 0) * share
    case .zoom: pose.zoom *= pow(advice?.zoom ?? 1, share)
    case .walk(let direction, _):
      // Half a step or so at a time, looking where the picture shows.
      let walk = advice?.walk ?? WalkAdvice(right: 0, forward: 0, rightError: 1, forwardError: 1)
      let most = 0.05 * Self.distance
      switch direction {
      case .left, .right:
        pose.place += pose.back(SIMD3(max(-most, min(most, walk.right * Self.distance * share)), 0, 0))
      case .forward, .back:
        pose.place += pose.back(SIMD3(0, 0, max(-most, min(most, walk.forward * Self.distance * share))))
      }
    case .fits where advice?.wantsStep == true && !hasStepped:
      // Asked for a step to the side: one of 6 % of the distance, as far as people step.
      hasStepped = true
      pose.place += pose.back(SIMD3(0.06 * Self.distance * (numbers.below(2) == 0 ? -1 : 1), 0, 0))
      pose.turn += numbers.between(-1, 1)
      pose.tilt += numbers.between(-0.5, 0.5)
    case .fits:
      // Nothing is said; hands shake.
      pose.turn += numbers.between(-0.05, 0.05)
      pose.tilt += numbers.between(-0.05, 0.05)
    }
  }

  /// What a person does who sees two pictures over one another: where they take one point for the right one, they bring
  /// it there, and are off by 2 % of the width; in one step of five they take a wrong one, 10 % off. Roll they see from
  /// 3° on, zoom from 10 %, half of the time, and mend half of it.
  private static func look(_ scene: StreetScene, _ pose: inout Pose, _ numbers: inout SeededNumbers, width: Int) {
    let seen = scene.truth(pose, width: width, height: width * 3 / 4)
    guard !seen.isEmpty else { return }
    let point = seen[numbers.below(seen.count)]
    let off = (point.new - point.old) / Double(width)
    let reach = numbers.below(5) == 0 ? 0.1 : 0.02
    let degrees = 180 / Double.pi
    switch numbers.below(4) {
    case 0, 1:
      pose.turn += atan((off.x + numbers.between(-reach, reach)) / pose.zoom) * degrees * numbers.between(0.5, 1.1)
      pose.tilt -= atan((off.y + numbers.between(-reach, reach)) / pose.zoom) * degrees * numbers.between(0.5, 1.1)
    case 2:
      let seen = pose.roll + numbers.between(-2, 2)
      if abs(seen) > 3 { pose.roll -= seen * numbers.between(0.3, 0.7) }
    default:
      let seen = log(pose.zoom) + numbers.between(-0.08, 0.08)
      if abs(seen) > 0.1 { pose.zoom *= exp(-seen * numbers.between(0.3, 0.7)) }
    }
  }
}
