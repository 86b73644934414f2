import BoothCore

extension PrintLayout {
  /// A part of the print that takes up room, to find out what lies over what.
  struct Part {
    /// As in the event's file: `pictures[1]`.
    var key: String
    /// Its corners, in order.
    var corners: [MillimetrePoint]

    init(_ key: String, _ box: MillimetreRect, turn: Double = 0) {
      let (turn, middle) = (Turn(degrees: turn), box.center)
      self.key = key
      corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
        let at = turn.apply(x: x * box.width / 2, y: y * box.height / 2)
        return MillimetrePoint(x: middle.x + at.x, y: middle.y + at.y)
      }
    }

    var area: Double { Self.area(corners) }

    /// How far it stands over the edge of `paper`; 0 or less where it does not.
    func overhang(of paper: MillimetreSize) -> Double {
      corners.map { max(-$0.x, -$0.y, $0.x - paper.width, $0.y - paper.height) }.max() ?? 0
    }

    /// Square millimetres that both cover: one polygon cut by each edge of the other (Sutherland and Hodgman).
    func overlap(with other: Part) -> Double {
      var rest = corners
      for (index, from) in other.corners.enumerated() {
        let to = other.corners[(index + 1) % other.corners.count]
        func side(_ point: MillimetrePoint) -> Double {
          (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
        }
        var cut: [MillimetrePoint] = []
        for (index, point) in rest.enumerated() {
          let next = rest[(index + 1) % rest.count]
          let (here, there) = (side(point), side(next))
          if here >= 0 { cut.append(point) }
          guard (here < 0) != (there < 0) else { continue }
          let share = here / (here - there)
          cut.append(
            MillimetrePoint(x: point.x + (next.x - point.x) * share, y: point.y + (next.y - point.y) * share))
        }
        rest = cut
      }
      return Self.area(rest)
    }

    private static func area(_ corners: [MillimetrePoint]) -> Double {
      var sum = 0.0
      for (index, point) in corners.enumerated() {
        let next = corners[(index + 1) % corners.count]
        sum += point.x * next.y - next.x * point.y
      }
      return abs(sum) / 2
    }
  }

  /// Pairs of parts of which the second hides more than a twentieth of the first, or of itself: photos under photos,
  /// and anything under the code.
  var overlaps: [(below: Part, above: Part)] {
    let photos = pictures.enumerated().map { Part("pictures[\($0)]", $1.box, turn: $1.turn) }
    let words = texts.enumerated().filter { !$1.words.isEmpty }.map { Part("texts[\($0)]", $1.box, turn: $1.turn) }
    let codes = code.map { [Part("qr_mm", $0)] } ?? []
    var found: [(below: Part, above: Part)] = []
    for (group, others) in [(photos, codes), (words, codes)] {
      for below in group {
        for above in others where below.overlap(with: above) > above.area / 20 { found.append((below, above)) }
      }
    }
    for group in [photos, words] {
      for (index, below) in group.enumerated() {
        for above in group[(index + 1)...] where below.overlap(with: above) > min(below.area, above.area) / 20 {
          found.append((below, above))
        }
      }
    }
    return found
  }
}
