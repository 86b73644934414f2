public import BoothCore

extension AimAdvice.Saying {
  /// As pages and sockets call it: `turnLeft`, `turnLeft.little`, `fits`, `fitsStepAside`; nil for what is not sure,
  /// which is not told.
  public var name: String? {
    switch self {
    case .move(let way, let isSmall): way.rawValue + (isSmall ? Self.little : "")
    case .fits: "fits"
    case .fitsStepAside: "fitsStepAside"
    case .unsure: nil
    }
  }

  /// The reverse; nil for other words.
  public init?(name: String) {
    switch name {
    case "fits": self = .fits
    case "fitsStepAside": self = .fitsStepAside
    default:
      let isSmall = name.hasSuffix(Self.little)
      guard let way = AimAdvice.Way(rawValue: String(isSmall ? name.dropLast(Self.little.count) : name[...])) else {
        return nil
      }
      self = .move(way, isSmall: isSmall)
    }
  }

  private static let little = ".little"
}
