import BoothCore
import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import BoothStore

/// Whatever is damaged in a night's data folder, one thing at a time, drawn from a seed.
///
///     BOOTH_FULL=1              5,000 damages instead of 300
///     BOOTH_DAMAGE_SEED=SEED    this one alone
@Suite struct DamageTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static var seeds: [UInt64] {
    if let seed = environment["BOOTH_DAMAGE_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    return Array(1...(environment["BOOTH_FULL"] == nil ? 300 : 5000))
  }

  @Test func `no damage ends the booth, loses a photo, or reaches outside the data folder`() async throws {
    let place = try DamagePlace()
    let night = try await DamageNight(in: place.path)
    DamageTrace.watch()
    var tally: [String: Int] = [:]
    for seed in Self.seeds {
      let trial = try DamageTrial(seed: seed, night, in: place.path)
      let outcome = try await trial.run()
      tally[outcome, default: 0] += 1
      if Self.seeds.count == 1 { print("damage \(seed), \(trial.words): \(outcome)") }
      trial.clear()
    }
    let words = tally.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    print("damages: \(Self.seeds.count): \(words)")
  }
}

/// Which damage is being tried, told also when the process ends by a trap.
enum DamageTrace {
  private nonisolated(unsafe) static let line = UnsafeMutablePointer<CChar>.allocate(capacity: 1024)

  static func set(_ words: String) {
    _ = words.withCString { strncpy(line, $0, 1022) }
    line[1022] = 0
  }

  static func watch() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS] {
      signal(number) { number in
        write(2, DamageTrace.line, strlen(DamageTrace.line))
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
