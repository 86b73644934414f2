/// How a pair moves: its old picture and its new one in turns, or a bar that goes over them. Both end as they begin, so that
/// they can be repeated without end.
public enum PairMotion: String, Sendable, CaseIterable {
  /// One, then the other, with short cross-fades.
  case blink
  /// A bar from the right edge to the left and back, the old picture at its left.
  case slider

  /// One picture of the film, and for how many frames it is shown.
  struct Step: Equatable {
    enum Picture: Equatable {
      /// How much of the new picture there is, 0 to 1.
      case mixed(Double)
      /// The old picture as far as there, as a share of the width.
      case cut(Double)
    }

    var picture: Picture
    var frames: Int
  }

  /// A round, for so many frames a second.
  func steps(framesPerSecond: Double) -> [Step] {
    func frames(_ seconds: Double) -> Int { max(1, Int((seconds * framesPerSecond).rounded())) }
    switch self {
    case .blink:
      let (rest, count) = (frames(1.5), frames(0.4))
      let fade = (1...count).map { Double($0) / Double(count + 1) }
      return [Step(picture: .mixed(0), frames: rest)] + fade.map { Step(picture: .mixed($0), frames: 1) }
        + [Step(picture: .mixed(1), frames: rest)] + fade.reversed().map { Step(picture: .mixed($0), frames: 1) }
    case .slider:
      let (rest, count) = (frames(0.7), frames(1.8))
      // Slow at both ends.
      let way = (1...count).map { step in
        let share = Double(step) / Double(count + 1)
        return 1 - share * share * (3 - 2 * share)
      }
      return [Step(picture: .cut(1), frames: rest)] + way.map { Step(picture: .cut($0), frames: 1) }
        + [Step(picture: .cut(0), frames: rest)] + way.reversed().map { Step(picture: .cut($0), frames: 1) }
    }
  }
}
