/// The measures of the square grid, as the existing app has them; in points, which are a page's pixels.
public struct GridMeasure: Sendable, Hashable {
  /// How large thumbnails are.
  public enum Step: String, Sendable, CaseIterable {
    case small = "s"
    case medium = "m"
    case large = "l"
  }

  /// Which of the three.
  public let step: Step

  /// Takes the step as it is.
  public init(_ step: Step = .medium) { self.step = step }

  private func of(_ values: (small: Int, medium: Int, large: Int)) -> Int {
    switch step {
    case .small: values.small
    case .medium: values.medium
    case .large: values.large
    }
  }

  /// A thumbnail's side.
  public var size: Int { of((64, 128, 256)) }
  /// Between two thumbnails.
  public var spacing: Int { of((1, 2, 4)) }
  /// Around all of them.
  public var inset: Int { of((2, 4, 8)) }
  /// The height of the line below a thumbnail.
  public var infoBar: Int { of((16, 20, 24)) }
  /// The size of its letters.
  public var font: Int { of((10, 11, 12)) }

  /// How many columns stand beside each other, and how wide each is: one more where it still has four fifths of its size, else
  /// stretched by up to a fifth.
  /// - Parameter width: of everything; one without any room has one column.
  public func columns(width: Double) -> (count: Int, side: Double) {
    let usable = max(0, width - Double(2 * inset))
    let (side, gap) = (Double(size), Double(spacing))
    let count = max(1, Int(((usable + gap) / (side + gap)).rounded(.down)))
    func each(_ count: Int) -> Double { max(0, (usable - gap * Double(count - 1)) / Double(count)) }
    if each(count + 1) >= 0.8 * side { return (count + 1, each(count + 1)) }
    let stretched = each(count)
    return (count, stretched <= 1.2 * side ? stretched : side)
  }
}
