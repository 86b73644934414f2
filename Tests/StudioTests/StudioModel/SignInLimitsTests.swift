import BoothCore
import Testing

@testable import Documents
@testable import StudioModel

@Suite struct SignInLimitsTests {
  private func at(_ seconds: Int) -> Instant { Instant(nanoseconds: 0) + .seconds(seconds) }

  /// A wrong password, at once.
  private func fail(_ limits: inout SignInLimits, _ account: String, _ address: String, at now: Int) {
    fail(&limits, account, .address(address), at: now)
  }

  private func fail(_ limits: inout SignInLimits, _ account: String, _ source: SignInLimits.Source, at now: Int) {
    let wait = limits.begin(account: account, source: source, at: at(now))
    if wait == nil { limits.end(account: account, source: source, .wrong) }
  }

  private func wait(_ limits: SignInLimits, _ account: String, _ address: String, at now: Int) -> Duration? {
    wait(limits, account, .address(address), at: now)
  }

  private func wait(_ limits: SignInLimits, _ account: String, _ source: SignInLimits.Source, at now: Int) -> Duration?
  {
    var limits = limits
    return limits.begin(account: account, source: source, at: at(now))
  }

  @Test func `five mistypings are free, then each waits twice as long`() {
    var limits = SignInLimits()
    for _ in 0..<5 {
      #expect(wait(limits, "a", "1", at: 0) == nil)
      fail(&limits, "a", "1", at: 0)
    }
    #expect(wait(limits, "a", "1", at: 0) == .seconds(1))
    #expect(wait(limits, "a", "1", at: 1) == nil)
    fail(&limits, "a", "1", at: 1)
    #expect(wait(limits, "a", "1", at: 1) == .seconds(2))
    var now = 1
    for _ in 0..<20 {
      now += 900
      fail(&limits, "a", "1", at: now)
    }
    #expect(wait(limits, "a", "1", at: now) == SignInLimits.longest)
  }

  @Test func `the owner comes in from elsewhere, however many guess`() {
    var limits = SignInLimits()
    for thief in 0..<200 { for _ in 0..<10 { fail(&limits, "a", "thief \(thief)", at: 0) } }
    #expect(wait(limits, "a", "thief 1", at: 0) != nil)
    #expect(wait(limits, "a", "home", at: 0) == nil)
  }

  @Test func `an address that tries many accounts is slowed, and those who share it get in`() {
    var limits = SignInLimits()
    for number in 0..<300 { fail(&limits, "\(number)", "venue", at: 0) }
    // A right password at the first try, or after one mistyping; others' tries make no wait longer.
    #expect(wait(limits, "anna", "venue", at: 0) == nil)
    fail(&limits, "anna", "venue", at: 0)
    #expect(wait(limits, "anna", "venue", at: 0) == nil)
    fail(&limits, "anna", "venue", at: 0)
    for number in 0..<300 { fail(&limits, "\(number)", "venue", at: 0) }
    #expect(wait(limits, "anna", "venue", at: 0) == .seconds(1))
    #expect(wait(limits, "anna", "home", at: 0) == nil)
    // Each account is guessed at there half as often as elsewhere.
    let tries = { (address: String) in
      var (limits, begun) = (limits, 0)
      for second in 0..<600 {
        guard limits.begin(account: "ben", source: .address(address), at: at(second)) == nil else { continue }
        limits.end(account: "ben", source: .address(address), .wrong)
        begun += 1
      }
      return begun
    }
    #expect(tries("venue") < tries("home"))
  }

  @Test func `a device that is known is slowed by its own account's failures alone`() {
    var limits = SignInLimits()
    for number in 0..<300 { fail(&limits, "\(number)", "venue", at: 0) }
    for _ in 0..<20 { fail(&limits, "anna", "venue", at: 0) }
    #expect(wait(limits, "anna", "venue", at: 0) != nil)
    #expect(wait(limits, "anna", .device("anna's"), at: 0) == nil)
    // A device is no way past the limits.
    for _ in 0..<5 { fail(&limits, "anna", .device("anna's"), at: 0) }
    #expect(wait(limits, "anna", .device("anna's"), at: 0) == .seconds(1))
    #expect(wait(limits, "ben", .device("anna's"), at: 0) == nil)
  }

  @Test func `a password that was not looked at is no failure`() {
    var limits = SignInLimits()
    for _ in 0..<100 {
      #expect(limits.begin(account: "a", source: .address("1"), at: at(0)) == nil)
      limits.end(account: "a", source: .address("1"), .notLooked)
    }
    #expect(limits.failures(ofAddress: "1", at: at(0)) == 0)
    #expect(limits.remembered == 0)
    // Nor is one that is still being looked at.
    for number in 0..<40 { #expect(limits.begin(account: "\(number)", source: .address("1"), at: at(0)) == nil) }
    #expect(limits.failures(ofAddress: "1", at: at(0)) == 0)
  }

  @Test func `many tries at once are no more than many after each other`() {
    var limits = SignInLimits()
    let begun = (0..<100).count { _ in limits.begin(account: "a", source: .address("1"), at: at(0)) == nil }
    #expect(begun == 5)
  }

  @Test func `who signs in rightly begins anew, and an hour forgets`() {
    var limits = SignInLimits()
    for _ in 0..<4 { fail(&limits, "a", "1", at: 0) }
    #expect(limits.begin(account: "a", source: .address("1"), at: at(0)) == nil)
    limits.end(account: "a", source: .address("1"), .right)
    for _ in 0..<5 { fail(&limits, "a", "1", at: 0) }
    #expect(wait(limits, "a", "1", at: 0) != nil)
    #expect(wait(limits, "a", "1", at: 3600) == nil)
    // A hundred who share an address and sign in rightly do not use it up.
    for number in 0..<100 {
      #expect(limits.begin(account: "\(number)", source: .address("school"), at: at(0)) == nil)
      limits.end(account: "\(number)", source: .address("school"), .right)
    }
    #expect(limits.failures(ofAddress: "school", at: at(0)) == 0)
    // Each is known there from then on, and nowhere else.
    #expect(limits.isFamiliar(account: "7", address: "school") && !limits.isFamiliar(account: "7", address: "1"))
    #expect(!limits.isFamiliar(account: "b", address: "school"))
    for number in 0..<6000 {
      #expect(limits.begin(account: "\(number)", source: .address("2"), at: at(0)) == nil)
      limits.end(account: "\(number)", source: .address("2"), .right)
    }
    #expect(limits.remembered <= SignInLimits.capacity / 4)
    #expect(limits.isFamiliar(account: "5999", address: "2"))
  }

  @Test func `what is remembered stays bounded`() {
    var limits = SignInLimits()
    for number in 0..<25_000 {
      fail(&limits, "\(number)" + String(repeating: "x", count: 10_000), "\(number)", at: number / 100)
    }
    #expect(limits.remembered <= SignInLimits.capacity)
  }
}

@Suite struct AccountRulesTests {
  @Test func `names are compared without case and ends`() {
    #expect(AccountRules.key("  Anna@Example.org ") == "anna@example.org")
    #expect(AccountRules.complaint(name: " \n") == .nameMissing)
    #expect(AccountRules.complaint(name: "a\u{7}b") == .nameHasControls)
    #expect(AccountRules.complaint(name: String(repeating: "x", count: 121)) == .nameTooLong)
    #expect(AccountRules.complaint(name: "דנה") == nil)
  }

  @Test func `passwords are long, typed twice, and not the name`() {
    #expect(AccountRules.complaint(password: "short", again: "short", name: "a") == .passwordTooShort)
    #expect(AccountRules.complaint(password: "long enough", again: "long enougH", name: "a") == .passwordsDiffer)
    #expect(
      AccountRules.complaint(password: "Anna@Example.org", again: "Anna@Example.org", name: "anna@example.org")
        == .passwordIsName)
    let endless = String(repeating: "é", count: 400)
    #expect(AccountRules.complaint(password: endless, again: endless, name: "a") == .passwordTooLong)
    #expect(AccountRules.complaint(password: "סיסמה ארוכה", again: "סיסמה ארוכה", name: "a") == nil)
  }
}
