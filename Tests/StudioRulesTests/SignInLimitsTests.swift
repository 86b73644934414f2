import BoothCore
import Testing

@testable import StudioRules

@Suite struct SignInLimitsTests {
  private func at(_ seconds: Int) -> Instant { Instant(nanoseconds: 0) + .seconds(seconds) }

  /// A wrong password, at once.
  private func fail(_ limits: inout SignInLimits, _ account: String, _ address: String, at now: Int) {
    let wait = limits.begin(account: account, address: address, at: at(now))
    if wait == nil { limits.end(account: account, address: address, isRight: false) }
  }

  private func wait(_ limits: SignInLimits, _ account: String, _ address: String, at now: Int) -> Duration? {
    var limits = limits
    return limits.begin(account: account, address: address, at: at(now))
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

  @Test func `an address that tries many accounts is slowed`() {
    var limits = SignInLimits()
    for number in 0..<31 { fail(&limits, "\(number)", "thief", at: 0) }
    #expect(wait(limits, "another", "thief", at: 0) != nil)
    #expect(wait(limits, "another", "home", at: 0) == nil)
  }

  @Test func `of one address two are looked at together, and of all not many`() {
    var limits = SignInLimits()
    #expect(limits.begin(account: "a", address: "1", at: at(0)) == nil)
    #expect(limits.begin(account: "b", address: "1", at: at(0)) == nil)
    #expect(limits.begin(account: "c", address: "1", at: at(0)) == .seconds(1))
    limits.end(account: "a", address: "1", isRight: true)
    #expect(limits.begin(account: "c", address: "1", at: at(0)) == nil)
    var begun = 2
    for number in 0..<100 where limits.begin(account: "x", address: "other \(number)", at: at(0)) == nil { begun += 1 }
    #expect(begun == 24)
  }

  @Test func `who signs in rightly begins anew, and an hour forgets`() {
    var limits = SignInLimits()
    for _ in 0..<4 { fail(&limits, "a", "1", at: 0) }
    #expect(limits.begin(account: "a", address: "1", at: at(0)) == nil)
    limits.end(account: "a", address: "1", isRight: true)
    for _ in 0..<5 { fail(&limits, "a", "1", at: 0) }
    #expect(wait(limits, "a", "1", at: 0) != nil)
    #expect(wait(limits, "a", "1", at: 3600) == nil)
    // A hundred who share an address and sign in rightly do not use it up.
    for number in 0..<100 {
      #expect(limits.begin(account: "\(number)", address: "school", at: at(0)) == nil)
      limits.end(account: "\(number)", address: "school", isRight: true)
    }
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
