import BoothCore
import BoothTesting
import Testing

@testable import GalleryClient
@testable import booth

@Suite(.timeLimit(.minutes(15))) struct GPSDClientTests {
  private func client(_ port: Int) throws -> GPSDClient { try GPSDClient("127.0.0.1:\(port)") }
  private let never: @Sendable ([UInt8]) -> Int? = { _ in nil }

  @Test func `an address is a host, with a port or without`() throws {
    for (text, host, port) in [
      ("localhost:2947", "localhost", "2947"), ("gps.local", "gps.local", "2947"), ("[::1]:99", "::1", "99"),
      ("[fe80::1]", "fe80::1", "2947"), ("::1", "::1", "2947"),
    ] {
      let client = try GPSDClient(text)
      #expect(client.host == host && client.port == port)
    }
    for text in ["", "a:", "a:0", "a:99999", "a:b", "a b:1", "[::1]x", ":2947"] {
      #expect(throws: GPSDFault.self, "\(text)") { try GPSDClient(text) }
    }
  }

  @Test func `it is told to watch, and its lines are given until one is enough`() async throws {
    let server = try LineServer(greeting: "{\"class\":\"VERSION\"}\r\n", answer: { "one\ntwo\nthree\n" })
    defer { server.stop() }
    let value = try await client(server.port).ask { line in String(decoding: line, as: UTF8.self) == "two" ? 2 : nil }
    #expect(value == 2)
    #expect(server.heard == ["?WATCH={\"enable\":true,\"json\":true};"])
  }

  @Test func `one that says nothing of use, or ends it, gives nothing`() async throws {
    let server = try LineServer(greeting: "hello\n", answer: { "more\n" }, closes: true)
    defer { server.stop() }
    #expect(try await client(server.port).ask(never) == nil)
    let endless = try LineServer(greeting: "hello\n", answer: { nil })
    defer { endless.stop() }
    #expect(try await client(endless.port).ask(within: .milliseconds(200), never) == nil)
  }

  @Test func `no server, or one that is silent, is said in a sentence`() async throws {
    let server = try LineServer(greeting: "", answer: { nil })
    let silent = await #expect(throws: GPSDFault.self) {
      try await client(server.port).ask(within: .milliseconds(200), never)
    }
    #expect(silent?.description.contains("has not answered") == true)
    server.stop()
    let refusing = try RefusingPort()
    let none = await #expect(throws: GPSDFault.self) { try await client(refusing.number).ask(never) }
    #expect(none?.description.contains("no gpsd answers at 127.0.0.1:\(refusing.number)") == true)
    // A name that no one can have (RFC 6761).
    let unknown = try GPSDClient("nobody.invalid:2947")
    let error = await #expect(throws: GPSDFault.self) { try await unknown.ask(never) }
    #expect(error?.description.isEmpty == false)
  }
}
