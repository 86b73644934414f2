import BoothCore
import Synchronization
import Testing

@testable import Gallery
@testable import WebSupport

/// Prints that guests order on the page of their session.
@Suite(.timeLimit(.minutes(15))) struct GalleryPrintTests {
  /// A booth's prints, as a test sets them.
  private final class Desk: GuestPrints {
    struct State {
      var offer: GuestPrintOffer?
      var reply = GuestPrintReply.ordered
      var orders: [(session: SessionID, after: Int)] = []
    }
    let state = Mutex(State())

    func printOffer(of session: SessionID) async -> GuestPrintOffer? { state.withLock { $0.offer } }

    func orderPrint(of session: SessionID, after ordered: Int) async -> GuestPrintReply {
      state.withLock { state in
        state.orders.append((session, ordered))
        return state.reply
      }
    }
  }

  private static let form = "method=\"post\" action=\"../s/\(Sample.session)/print\""

  private func lab(
    allowed: Bool = true, _ body: @Sendable @escaping (GalleryLab, Desk) async throws -> Void
  ) async throws {
    var event = Sample.event()
    event.printsFromGallery = allowed
    let desk = Desk()
    let configure: @Sendable (inout GalleryConfiguration) -> Void = { $0.prints = desk }
    try await GalleryLab.run(events: [event], configure: configure) { lab in
      try await lab.bring()
      try await body(lab, desk)
    }
  }

  @Test func `the page has a button as long as a print is offered, and others' pages may not send its form`()
    async throws
  {
    try await lab { lab, desk in
      let path = "/s/\(Sample.session)"
      let none = try await lab.get(path)
      #expect(none.status == 200 && !none.text.contains("/print"))
      #expect(none["Content-Security-Policy"]?.contains("form-action 'none'") == true)
      desk.state.withLock { $0.offer = GuestPrintOffer(ordered: 0, left: 2) }
      let offered = try await lab.get(path)
      #expect(offered.text.contains(Self.form) && offered.text.contains("name=\"after\" value=\"0\""))
      #expect(offered["Content-Security-Policy"]?.contains("form-action 'self'") == true)
      #expect(!offered.text.contains("on its way"))
      // Kept pages are the same only for the same offer.
      desk.state.withLock { $0.offer = GuestPrintOffer(ordered: 1, left: 1) }
      let ordered = try await lab.get(path)
      #expect(ordered.text.contains("Your print is on its way") && ordered.text.contains("Print another"))
      desk.state.withLock { $0.offer = GuestPrintOffer(ordered: 2, left: 0) }
      let over = try await lab.get(path)
      #expect(over.text.contains("Your print is on its way") && !over.text.contains("<form"))
      let hebrew = try await lab.get(path, [("Accept-Language", "he")])
      #expect(hebrew.text.contains("ההדפסה שלכם בדרך"))
      desk.state.withLock { $0.offer = nil }
      #expect(try await lab.get(path).text == none.text)
    }
  }

  @Test func `a press orders with what the page said, and leads back to it`() async throws {
    try await lab { lab, desk in
      let path = "/s/\(Sample.session)/print"
      let reply = try await lab.press(path, "after=0")
      #expect(reply.status == 303 && reply["Location"] == "../\(Sample.session)", "\(reply.headers)")
      let orders = desk.state.withLock { $0.orders }
      #expect(orders.count == 1 && orders.first?.after == 0 && orders.first?.session.text == Sample.session)
      for (answer, status, words) in [
        (GuestPrintReply.noneLeft, 409, "No more prints"), (.notNow, 503, "not available at the moment"),
      ] {
        desk.state.withLock { $0.reply = answer }
        let refused = try await lab.press(path, "after=1")
        #expect(refused.status == status && refused.text.contains(words), "\(refused.text)")
        #expect(refused.text.contains("../../s/\(Sample.session)"), "leads back")
      }
    }
  }

  @Test func `what is not that session's own form orders nothing`() async throws {
    try await lab { lab, desk in
      let path = "/s/\(Sample.session)/print"
      for form in ["", "after=", "after=-1", "after=x", "before=1"] {
        #expect(try await lab.press(path, form).status == 400, "\(form)")
      }
      #expect(try await lab.press(path, String(repeating: "x", count: 1000)).status == 413)
      #expect(try await lab.press("/s/\(String(Sample.session.reversed()))/print", "after=0").status == 404)
      #expect(try await lab.press("/s/../print", "after=0").status >= 400)
      let foreign = try await lab.send(
        .post, path, [("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "cross-site")],
        body: .text("after=0"))
      #expect(foreign.status == 403)
      #expect(desk.state.withLock { $0.orders.isEmpty })
    }
  }

  @Test func `an event that does not allow it offers none, nor does a gallery without a booth`() async throws {
    try await lab(allowed: false) { lab, desk in
      desk.state.withLock { $0.offer = GuestPrintOffer(ordered: 0, left: 2) }
      let page = try await lab.get("/s/\(Sample.session)")
      #expect(!page.text.contains("/print"))
      #expect(try await lab.press("/s/\(Sample.session)/print", "after=0").status == 404)
      #expect(desk.state.withLock { $0.orders.isEmpty })
    }
    var event = Sample.event()
    event.printsFromGallery = true
    try await GalleryLab.run(events: [event]) { lab in
      try await lab.bring()
      let page = try await lab.get("/s/\(Sample.session)")
      #expect(!page.text.contains("/print"))
      #expect(try await lab.press("/s/\(Sample.session)/print", "after=0").status == 404)
    }
  }
}
