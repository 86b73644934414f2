/// All printer profiles there are, and which one is for a printer.
public struct PrinterProfiles: Sendable, Equatable {
  /// In the order they were added; each id once.
  public private(set) var profiles: [PrinterProfile] = []
  /// What is wrong with files that are not used.
  public var problems: [DeviceError] = []

  /// A store without profiles.
  public init() {}

  /// Adds them in order, so that of two with the same id the later counts.
  public init(_ profiles: [PrinterProfile]) {
    for profile in profiles { add(profile) }
  }

  /// Adds a profile; it takes the place of an earlier one of the same id.
  public mutating func add(_ profile: PrinterProfile) {
    profiles.removeAll { $0.id == profile.id }
    profiles.append(profile)
  }

  /// The profile that fits a model best; of two that fit equally, the one that was added later.
  /// - Parameter model: ``PrinterStatus/model``.
  public func profile(for model: String) -> PrinterProfile? {
    var best: (profile: PrinterProfile, rank: Int)?
    for profile in profiles {
      guard let rank = profile.match.rank(model) else { continue }
      if let found = best, rank < found.rank { continue }
      best = (profile, rank)
    }
    return best?.profile
  }
}
