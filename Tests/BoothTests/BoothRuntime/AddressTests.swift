import BoothCore
import BoothRuntime
import BoothTesting
import Synchronization
import Testing

/// A guest's e-mail address, from the first key to the gallery.
@Suite(.timeLimit(.minutes(15))) struct AddressTests {
  /// Plays a session of one strip to its code.
  private func atCode(
    takesEmails: Bool = true,
    _ body: @escaping @Sendable (TestBooth, StandInPanel, inout States) async throws -> Void
  ) async throws {
    let panel = StandInPanel()
    let test = try TestBooth(strips: 1, takesEmails: takesEmails, panels: [panel])
    try await test.run { states in
      try await test.begin(&states)
      try await test.playStrip(&states)
      test.pass(.seconds(5))
      try await states.next("the code") { if case .qr = $0 { true } else { false } }
      test.pass(.seconds(3))
      try await body(test, panel, &states)
    }
  }

  private func type(_ text: String, _ end: AddressKey?, on panel: StandInPanel) {
    for character in text { panel.types(.character(character)) }
    if let end { panel.types(end) }
  }

  /// Waits until the screen shows so much of an address; the time limit ends a wait for what never comes.
  private func shows(_ test: TestBooth, _ matches: (AddressEntry?) -> Bool) async throws {
    while !test.screen.shown.withLock({ matches($0.last?.address) }) {
      try Task.checkCancellation()
      await test.booth.settle()
    }
  }

  @Test func `what is typed is kept, brought to the gallery, and in no journal and on no later screen`() async throws {
    try await atCode { test, panel, states in
      test.booth.post(.pressed(.next))
      try await states.next("the keyboard") { if case .address = $0 { true } else { false } }
      type("maria@x.d", .done, on: panel)
      // Not yet one: it stays on the screen, and says so.
      try await shows(test) { $0?.trouble == .noAddress && $0?.text == "maria@x.d" }
      #expect(try await test.store.emails(of: 7) == nil)
      type("e", .done, on: panel)
      try await states.next("the code again") { if case .qr(let f, _, _) = $0 { f.addresses == 1 } else { false } }
      let kept = try #require(try await test.store.emails(of: 7))
      #expect(String(decoding: kept, as: UTF8.self).contains(#""email" : "maria@x.de""#))
      #expect(await test.booth.queueEmpties(within: .seconds(30)))
      #expect(test.gallery.emails.withLock { $0[7] } == kept)
      try await shows(test) { $0 == nil }
    }
  }

  @Test func `a store that refuses says so, and what was typed stands there for another try`() async throws {
    try await atCode { test, panel, states in
      test.booth.post(.pressed(.next))
      try await states.next("the keyboard") { if case .address = $0 { true } else { false } }
      test.store.refuse(StoreError(.full, subject: "disk", detail: "no room"))
      type("maria@x.de", .done, on: panel)
      try await states.next("keeping") { if case .address(let f) = $0, case .keeping = f.phase { true } else { false } }
      try await states.next("again") { if case .address(let f) = $0, case .typing = f.phase { true } else { false } }
      try await shows(test) { $0?.text == "maria@x.de" && $0?.trouble == .notKept }
      test.store.refuse(nil)
      type("", .done, on: panel)
      try await states.next("the code again") { if case .qr(let f, _, _) = $0 { f.addresses == 1 } else { false } }
    }
  }

  @Test func `whoever leaves in the middle leaves nothing to read`() async throws {
    try await atCode { test, panel, states in
      test.booth.post(.pressed(.next))
      try await states.next("the keyboard") { if case .address = $0 { true } else { false } }
      type("maria", nil, on: panel)
      try await shows(test) { $0?.text == "maria" }
      test.pass(.seconds(61))
      try await states.next("idle") { $0 == .idle }
      try await shows(test) { $0 == nil }
      #expect(try await test.store.emails(of: 7) == nil)
    }
  }

  @Test func `letters typed before anybody asked for the keyboard take nothing back`() async throws {
    try await atCode { test, panel, states in
      for _ in 0..<4 {
        panel.types(.character("c"), otherwise: .press(.cancel))
        test.pass(.seconds(2))
      }
      panel.types(.character("x"))
      test.booth.post(.pressed(.next))
      try await states.next("the keyboard") { state in
        if case .qr(let finished, _, _) = state { #expect(finished.cancelAskedUntil == nil) }
        return if case .address = state { true } else { false }
      }
    }
  }

  @Test func `coming back from the keyboard makes nobody the guests in the pictures`() async throws {
    try await atCode { test, _, states in
      test.pass(.seconds(25))
      test.booth.post(.pressed(.next))
      try await states.next("the keyboard") { if case .address = $0 { true } else { false } }
      test.pass(.seconds(5))
      test.booth.post(.pressed(.cancel))
      try await states.next("the code again") { if case .qr = $0 { true } else { false } }
      test.pass(.seconds(4))
      test.booth.post(.pressed(.cancel))
      try await states.next("left, and nothing asked") { state in
        guard case .qr(let finished, _, _) = state else { return true }
        #expect(finished.cancelAskedUntil == nil)
        return false
      }
    }
  }

  @Test func `nobody is asked where the event does not want it`() async throws {
    try await atCode(takesEmails: false) { test, _, _ in
      #expect(await test.booth.ask(.pressed(.next)) == [.ignore(.nothingToChoose)])
    }
  }
}
