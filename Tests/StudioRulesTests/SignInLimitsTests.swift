import BoothCore
import Testing

@testable import StudioRules

@Suite struct SignInLimitsTests {
  private func at(_ seconds: Int) -> Instant { Instant(nanoseconds: 0) + .seconds(seconds) }

  @Test func `five mistypings are free, then each waits twice as long`() {
    var limits = SignInLimits()
    for _ in 0..<5 {
      #expect(limits.wait(account: "a", address: "1", at: at(0)) == nil)
      limits.failed(account: "a", address: "1", at: at(0))
    }
    #expect(limits.wait(account: "a", address: "1", at: at(0)) == .seconds(1))
    #expect(limits.wait(account: "a", address: "1", at: at(1)) == nil)
    limits.failed(account: "a", address: "1", at: at(1))
    #expect(limits.wait(account: "a", address: "1", at: at(1)) == .seconds(2))
    for _ in 0..<40 { limits.failed(account: "a", address: "1", at: at(1)) }
    #expect(limits.wait(account: "a", address: "1", at: at(1)) == SignInLimits.longest)
  }

  @Test func `the owner comes in from elsewhere while somebody guesses`() {
    var limits = SignInLimits()
    for _ in 0..<30 { limits.failed(account: "a", address: "thief", at: at(0)) }
    #expect(limits.wait(account: "a", address: "thief", at: at(0)) != nil)
    #expect(limits.wait(account: "a", address: "home", at: at(0)) == nil)
  }

  @Test func `an address that tries many accounts, and an account tried from many addresses, are slowed`() {
    var limits = SignInLimits()
    for number in 0..<31 { limits.failed(account: "\(number)", address: "thief", at: at(0)) }
    #expect(limits.wait(account: "another", address: "thief", at: at(0)) != nil)
    for number in 0..<51 { limits.failed(account: "a", address: "\(number)", at: at(0)) }
    #expect(limits.wait(account: "a", address: "new", at: at(0)) != nil)
    #expect(limits.wait(account: "b", address: "new", at: at(0)) == nil)
  }

  @Test func `who signs in rightly begins anew, and an hour forgets`() {
    var limits = SignInLimits()
    for _ in 0..<6 { limits.failed(account: "a", address: "1", at: at(0)) }
    limits.succeeded(account: "a", address: "1")
    #expect(limits.wait(account: "a", address: "1", at: at(0)) == nil)
    for _ in 0..<6 { limits.failed(account: "a", address: "1", at: at(0)) }
    limits.failed(account: "a", address: "1", at: at(3600))
    #expect(limits.wait(account: "a", address: "1", at: at(3600)) == nil)
  }

  @Test func `what is remembered stays bounded`() {
    var limits = SignInLimits()
    for number in 0..<60_000 { limits.failed(account: "\(number)", address: "\(number)", at: at(number / 100)) }
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
