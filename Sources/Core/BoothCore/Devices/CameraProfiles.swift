/// All camera profiles there are, and which one is for a camera.
public struct CameraProfiles: Sendable, Equatable {
  /// In the order they were added; each id once.
  public private(set) var profiles: [CameraProfile] = []
  /// What is wrong with files that are not used.
  public var problems: [DeviceError] = []

  /// A store without profiles: every camera is driven by its driver's defaults.
  public init() {}

  /// Adds them in order, so that of two with the same id the later counts.
  public init(_ profiles: [CameraProfile]) {
    for profile in profiles { add(profile) }
  }

  /// Adds a profile; it takes the place of an earlier one of the same id.
  public mutating func add(_ profile: CameraProfile) {
    profiles.removeAll { $0.id == profile.id }
    profiles.append(profile)
  }

  /// The profile that fits best; of two that fit equally, the one that was added later.
  public func profile(for camera: CameraIdentity) -> CameraProfile? {
    var best: (profile: CameraProfile, rank: CameraMatch.Rank)?
    for profile in profiles {
      guard let rank = profile.match.rank(camera) else { continue }
      if let found = best, rank < found.rank { continue }
      best = (profile, rank)
    }
    return best?.profile
  }
}
