import BoothCore

/// The little that moves while guests are invited: a light around the button that comes and goes. Few steps a second and a
/// small part of the screen, as a booth waits for hours.
enum AttractMotion {
  private static let stepNanoseconds: Int64 = 125_000_000
  private static let steps = 16

  /// From 0 to 1 and back again in two seconds.
  static func glow(at now: Instant) -> Double {
    let step = Int(now.nanoseconds / stepNanoseconds) % steps
    let share = Double(step) / Double(steps) * 2
    let rising = share <= 1 ? share : 2 - share
    return rising * rising * (3 - 2 * rising)
  }

  /// An arrow's way there and back, twice a second: 0 to 1.
  static func nod(at now: Instant) -> Double {
    let share = Double(now.nanoseconds % 700_000_000) / 700_000_000 * 2
    let rising = share <= 1 ? share : 2 - share
    return rising * rising * (3 - 2 * rising)
  }

  static func nextStep(after now: Instant) -> Instant {
    Instant(nanoseconds: (now.nanoseconds / stepNanoseconds + 1) * stepNanoseconds)
  }
}
