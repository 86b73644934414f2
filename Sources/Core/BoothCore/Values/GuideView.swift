/// How the guide lies over the live view: the person's own choice while aiming, kept from one photo to the next.
public struct GuideView: Sendable, Equatable, Codable {
  /// What is done to the guide, so that it can be told from what lies under it.
  public enum Effect: String, Sendable, Codable, CaseIterable {
    /// The picture as it is.
    case none
    /// More contrast.
    case contrast
    /// Its outlines alone.
    case edges
    /// The picture, and lines at the thirds.
    case grid
  }

  /// How the guide and the live view share the screen.
  public enum Mode: String, Sendable, Codable, CaseIterable {
    /// The guide lies over all of the live view, as strong as ``GuideView/opacity``.
    case overlay
    /// Guide and live view in turns.
    case blink
    /// The guide on one side of a bar, the live view on the other.
    case split
  }

  /// How strong the guide is, in percent: 0 shows none of it.
  public var opacity = 50
  public var effect = Effect.none
  public var mode = Mode.overlay
  /// Outlines instead of the live picture, too.
  public var outlinesLive = false
  /// Where the bar of ``Mode/split`` stands, in percent of the picture's width from the left, as the photo has it.
  public var split = 50
  /// How large the guide is, in percent of the size at which it just fills the picture.
  public var zoom = 100
  /// Where the guide's middle lies off the picture's, in thousandths of the picture's width and height, to the right and
  /// down, as the photo has it.
  public var right = 0
  public var down = 0

  /// Half as strong as it can be, over all of the live view.
  public init() {}

  /// What ``opacity``, ``split`` and ``zoom`` may be, and how far the guide may be moved.
  public static let percents = 0...100
  public static let zooms = 40...400
  public static let shifts = -600...600
  /// How long guide and live view are shown in turn, in ``Mode/blink``.
  public static let blinkTime = Duration.milliseconds(600)

  /// Changes one thing by one step; at its end it stays as it is.
  public mutating func turn(_ turn: GuideTurn) {
    switch turn {
    case .stronger: opacity = Self.percents.nearest(to: opacity + 10)
    case .weaker: opacity = Self.percents.nearest(to: opacity - 10)
    case .nextEffect: effect = Self.next(effect)
    case .nextMode: mode = Self.next(mode)
    case .liveOutlines: outlinesLive.toggle()
    case .barLeft: (mode, split) = (.split, Self.percents.nearest(to: split - 5))
    case .barRight: (mode, split) = (.split, Self.percents.nearest(to: split + 5))
    // A fortieth of the size is what an eye still sees.
    case .larger: zoom = Self.zooms.nearest(to: zoom + max(1, zoom / 40))
    case .smaller: zoom = Self.zooms.nearest(to: zoom - max(1, zoom / 41))
    case .left: right = Self.shifts.nearest(to: right - 5)
    case .right: right = Self.shifts.nearest(to: right + 5)
    case .up: down = Self.shifts.nearest(to: down - 5)
    case .down: down = Self.shifts.nearest(to: down + 5)
    case .reset: self = GuideView()
    }
  }

  private static func next<Choice: CaseIterable & Equatable>(_ choice: Choice) -> Choice {
    let all = Array(Choice.allCases)
    let index = all.firstIndex(of: choice) ?? 0
    return all[(index + 1) % all.count]
  }

  /// Where a point of the guide lies in the picture that the live view shows, both in fractions from the top left, not
  /// mirrored.
  public func picturePoint(ofGuide point: PicturePoint) -> PicturePoint {
    let scale = Double(zoom) / 100
    return PicturePoint(
      x: 0.5 + (point.x - 0.5) * scale + Double(right) / 1000, y: 0.5 + (point.y - 0.5) * scale + Double(down) / 1000)
  }
}

/// One step of a change of the ``GuideView``.
public enum GuideTurn: String, Sendable, Codable, CaseIterable {
  case stronger, weaker, nextEffect, nextMode, liveOutlines, barLeft, barRight, larger, smaller, left, right, up, down
  case reset

  /// What a key of a keyboard means while a person aims; nil for one that means nothing then.
  ///
  /// Letters stand for the English words, capitals move the guide: `e`ffect, `m`ode, `o`utlines, `W A S D`, as games
  /// have it.
  public init?(key: Character) {
    switch key {
    case "e": self = .nextEffect
    case "m": self = .nextMode
    case "o": self = .liveOutlines
    case "[": self = .barLeft
    case "]": self = .barRight
    case "+", "=": self = .larger
    case "-": self = .smaller
    case "A": self = .left
    case "D": self = .right
    case "W": self = .up
    case "S": self = .down
    case "0": self = .reset
    default: return nil
    }
  }
}

extension ClosedRange<Int> {
  /// The number of the range that is nearest to this one.
  fileprivate func nearest(to number: Int) -> Int { Swift.min(Swift.max(number, lowerBound), upperBound) }
}
