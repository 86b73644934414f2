import BoothTesting
import ControlSocket
import FoundationEssentials
import Testing

@testable import booth

@Suite struct RedactionTests {
  private static let known = Redaction.Known(
    secrets: ["hunter2-hunter2", "p ss/w&rd"], events: [["anna-und-ben", "Anna & Ben"], ["prom"]],
    names: ["annas-laptop"])

  @Test(arguments: [
    // What is known, in its forms.
    ("the event Anna & Ben begins", "the event event-1 begins"),
    ("slug=ANNA-UND-BEN next", "slug=event-1 next"),
    ("/e/Anna%20%26%20Ben and Anna+%26+Ben and Anna &amp; Ben", "/e/event-1 and event-1 and event-1"),
    ("promise is not prom, prom.", "promise is not event-2, event-2."),
    ("tried hunter2-hunter2!", "tried (secret)!"),
    ("p%20ss%2Fw%26rd", "(secret)"),
    ("on annas-laptop", "on (name)"),
    // Addresses.
    (
      "see http://anna:pw@192.168.7.31:8080/s/8A1B?key=k3y now", "see http://192.168.7.x:8080/… now"
    ),
    ("url=https://gallery.example/upload?X-Amz-Signature=abc", "url=https://gallery.example/…"),
    ("on 0.0.0.0:8080 and 127.0.0.1:8090", "on 0.0.0.0:8080 and 127.0.0.1:8090"),
    ("from 192.168.7.31:51234 to 10.0.0.5.", "from 192.168.7.x:51234 to 10.0.0.x."),
    ("at 2001:db8:1:2::7 and ::1", "at 2001:db8::x and ::1"),
    ("card 00:1B:44:11:3a:b7 is up", "card (card) is up"),
    ("mail to anna.b+photos@example.org.", "mail to (email)."),
    ("anna%40example.org", "(email)"),
    // Keys behind their names.
    ("Authorization: Bearer abc.def", "Authorization: Bearer (left out)"),
    ("X-FotoX-Key: 12ab", "X-FotoX-Key: (left out)"),
    ("ssid=\"Anna Home\" psk=secret1", "ssid=\"(left out)\" psk=(left out)"),
    ("SSID: 'Anna Home' joined", "SSID: '(left out)' joined"),
    ("gallery.token=abc x", "gallery.token=(left out) x"),
    // Numbers.
    ("call +49 170 1234567 or 0170-1234567 or (555) 123-4567", "call (number) or (number) or (number)"),
    ("5551234567, 1234", "(number), 1234"),
    (
      "2026-11-29 18:00:01 2026-11-29T18:00:01+01:00 booth[812]",
      "2026-11-29 18:00:01 2026-11-29T18:00:01+01:00 booth[812]"
    ),
    ("1920x1080 at 30, 12.5 GB, 6.1.0-18-amd64, 046d:0825", "1920x1080 at 30, 12.5 GB, 6.1.0-18-amd64, 046d:0825"),
    // Files and devices.
    ("/home/anna/booth and /var/lib/booth/sessions/x/photo_0.jpg", "/home/user/booth and /var/lib/booth/sessions/…"),
    ("/dev/v4l/by-id/usb-046d_C920_1A2B3C4D-video-index0", "/dev/v4l/by-id/(left out)"),
    ("signed with a8f3KQz91Lx0PmB7 today", "signed with (token) today"),
    ("the camera does not answer: no cable?", "the camera does not answer: no cable?"),
  ]) func `a text keeps what helps, and nothing of guests`(_ text: String, _ expected: String) {
    var redaction = Redaction(Self.known)
    #expect(redaction.text(text) == expected)
  }

  @Test func `a session has one name in all forms, and another than the next`() {
    var redaction = Redaction(.init())
    let (one, other) = ("8A1B2C3D-0000-4000-8000-0123456789AB", "9A1B2C3D-0000-4000-8000-0123456789AB")
    #expect(redaction.text("upload \(one) of \(other)") == "upload session-1 of session-2")
    #expect(redaction.text("\(one.lowercased())_0 8A1B2C3D… 00000000…") == "session-1_0 session-1… session-?…")
    #expect(redaction.session(other) == "session-2")
    #expect(redaction.event("new") == "event-1" && redaction.event("new") == "event-1")
  }

  @Test func `base 64 of what is known is found wherever it begins`() {
    for before in ["", "x", "xy", "xyz"] {
      let code = Data("\(before)hunter2-hunter2:more".utf8).base64EncodedString()
      var redaction = Redaction(Self.known)
      #expect(Leaks.found(["hunter2-hunter2"], in: Array(code.utf8)).count == 1, "the test finds it")
      #expect(Leaks.found(["hunter2-hunter2"], in: Array(redaction.text("Basic: \(code)").utf8)).isEmpty, "\(before)")
    }
  }

  @Test func `of an answer only listed members show texts`() throws {
    let answer = """
      {"state":"qr","session":{"id":"8A1B2C3D-0000-4000-8000-0123456789AB","photos":3},"event":"anna-und-ben",
       "facts":["Anna"],"fresh":"Anna","troubles":[{"topic":"links","words":"see http://a.example/s/1"}],"liveFrames":12}
      """
    var redaction = Redaction(Self.known)
    let value = try #require(RedactedAnswer.redacted(Array(answer.utf8), &redaction))
    #expect(value["state"] == .string("qr") && value["liveFrames"] == .int(12) && value["event"] == .string("event-1"))
    #expect(value["session"]?["id"] == .string("session-1") && value["session"]?["photos"] == .int(3))
    #expect(value["facts"] == .array([.string("(left out)")]) && value["fresh"] == .string("(left out)"))
    let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    #expect(!text.contains("Anna") && text.contains("see http:"))
    #expect(RedactedAnswer.redacted(Array("Killed".utf8), &redaction) == nil)
  }

  @Test func `what is no UTF-8 is read all the same`() {
    var redaction = Redaction(Self.known)
    let bytes = redaction.bytes(
      [0xFF, 0x20] + Array("hunter2-hunter2".utf8) + [0x0A, 0xC3] + Array(" a@b.example\n".utf8))
    #expect(
      Leaks.found(["hunter2-hunter2", "a@b.example"], in: bytes).isEmpty && bytes.count(where: { $0 == 0x0A }) == 2)
  }
}
