import BoothCore
import BoothTesting
import Synchronization

/// A gallery that answers mostly as one should, and else anything, the same for the same seed.
final class HostileGallery: Sendable {
  private struct State {
    var random: SeededRandom
    var sizes: [String: Int] = [:]
  }
  private let state: Mutex<State>
  private let stranger: Int
  /// How many answers of a hundred are hostile.
  private let share: Int

  init(seed: UInt64, stranger: Int) {
    var random = SeededRandom(seed: seed)
    share = [15, 40, 70, 100][Int(random.next() % 4)]
    self.stranger = stranger
    state = Mutex(State(random: random))
  }

  private func pick(_ count: Int) -> Int { state.withLock { Int($0.random.next() % UInt64(count)) } }

  /// Answers one request; false ends the connection.
  func answer(_ exchange: RawServer.Exchange) -> Bool {
    let proper = proper(exchange)
    return pick(100) < share ? hostile(exchange, proper) : exchange.send(proper)
  }

  private static func answer(_ status: String, _ body: String, type: String = "application/json", more: String = "")
    -> String
  {
    "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)"
  }

  /// As a gallery of the contract.
  private func proper(_ exchange: RawServer.Exchange) -> String {
    let target = exchange.target
    switch (exchange.method, target) {
    case ("POST", _) where target.hasSuffix("/presign"): return Self.answer("200 OK", presigned(exchange, nil))
    case ("POST", _) where target.hasSuffix("/complete"): return Self.answer("200 OK", #"{"status":"ok"}"#)
    case ("PUT", _):
      state.withLock {
        $0.sizes[String(target.drop { $0 != "=" }.dropFirst().prefix { $0 != "&" })] = exchange.body.count
      }
      return Self.answer("200 OK", "", type: "text/plain")
    case ("DELETE", _): return Self.answer("200 OK", #"{"status":"erased","objects":3}"#)
    case ("HEAD", _), ("GET", _):
      let path = String(target.drop { $0 != "=" }.dropFirst()).replacing("%2F", with: "/")
      guard let size = state.withLock({ $0.sizes[path] }) else {
        return Self.answer("404 X", "Not found", type: "text/plain")
      }
      if exchange.method == "HEAD" { return "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n" }
      return Self.answer("206 X", "x", type: "image/jpeg", more: "Content-Range: bytes 0-0/\(size)\r\n")
    default: return Self.answer("404 X", "Not found", type: "text/plain")
    }
  }

  /// - Parameter url: instead of the right address.
  private func presigned(_ exchange: RawServer.Exchange, _ url: String?) -> String {
    // `"path":"…"`, with JSON's escaped slashes.
    let paths = String(decoding: exchange.body, as: UTF8.self).matches(of: /"path":"([^"]*)"/).map {
      String($0.1).replacing("\\/", with: "/")
    }
    let host = exchange.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host:") }?.dropFirst(6) ?? ""
    let uploads = paths.map { path in
      #"{"path":"\#(path)","method":"PUT","url":"\#(url ?? "http://\(host)/api/upload?path=\(path)&sig=0123456789abcdef0123")"}"#
    }
    return #"{"uploads":[\#(uploads.joined(separator: ","))],"expires_in_seconds":900}"#
  }

  private func hostile(_ exchange: RawServer.Exchange, _ proper: String) -> Bool {
    let token =
      exchange.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("x-fotox-key:") }.map {
        String($0.dropFirst(12)).trimmingPrefix(" ")
      } ?? "none"
    switch pick(24) {
    case 0: return exchange.send(Self.answer(status(), body(String(token)), type: type()))
    case 1:
      exchange.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
      return endless(exchange)
    case 2:
      exchange.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while exchange.send("1000\r\n" + String(repeating: " ", count: 4096) + "\r\n") {}
      return false
    case 3:
      exchange.send("HTTP/1.1 \(status())\r\nContent-Type: application/json\r\n\r\n")
      for _ in 0..<400 {
        exchange.untilGone(milliseconds: 20)
        if !exchange.send("{") { break }
      }
      return false
    case 4:
      for _ in 0..<100_000 where !exchange.send("HTTP/1.1 10\(pick(4)) X\r\n\r\n") { return false }
      return false
    case 5: return exchange.send("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 1 << 20) + "\r\n\r\n")
    case 6: return exchange.send((0..<1000).map { _ in UInt8(pick(256)) }) && false
    case 7: return exchange.send(Array(proper.utf8.prefix(pick(proper.utf8.count)))) && false
    case 8:
      exchange.send(proper.replacing("Content-Length: ", with: "Content-Length: 9"))
      exchange.untilGone(seconds: 5)
      return false
    case 9: return exchange.send(proper.replacing("Content-Length: ", with: "Content-Length: -"))
    case 10: return exchange.send(proper.replacing("\r\n\r\n", with: "\r\nContent-Length: 1\r\n\r\n"))
    case 11:
      let places = ["file:///etc/passwd", "http://127.0.0.1:\(stranger)/", "/", "//127.0.0.1:\(stranger)", ""]
      return exchange.send(Self.answer("30\(pick(9)) X", "", more: "Location: \(places[pick(5)])\r\n"))
    case 12: return exchange.send(Self.answer("200 OK", String(repeating: "[", count: 1 << 20)))
    case 13: return exchange.send(Self.answer("200 OK", #"{"uploads":"# + String(repeating: #"{"a":"#, count: 100_000)))
    case 14, 15: return exchange.send(Self.answer("200 OK", presigned(exchange, address())))
    case 16: return exchange.send(Self.answer(status(), exchange.head + String(token), type: type()))
    case 17:
      let waits = ["-1", "1e9", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT", "\u{7F}", "0", ""]
      return exchange.send(Self.answer("503 X", "", more: "Retry-After: \(waits[pick(7)])\r\n"))
    case 18: return exchange.send(proper.replacing("\r\n\r\n", with: "\r\nContent-Encoding: gzip\r\n\r\n"))
    case 19:
      return exchange.send("HTTP/1.1 200 OK\r\nContent-Length: \(["0", "99999999999999999999", "1"][pick(3)])\r\n\r\n")
    case 20:
      return exchange.send(
        Self.answer("206 X", "", more: "Content-Range: bytes 0-0/\(["*", "-1", "9e9", "x"][pick(4)])\r\n"))
    case 21:
      exchange.untilGone(seconds: 5)
      return false
    case 22: return exchange.send("HTTP/9.9 999 \u{1}\r\n\r\n") && false
    default: return exchange.send(proper + proper + "HTTP/1.1 200 OK\r\n\r\n")
    }
  }

  private func endless(_ exchange: RawServer.Exchange) -> Bool {
    while exchange.send(Array(repeating: UInt8(ascii: " "), count: 1 << 16)) {}
    return false
  }

  private func status() -> String {
    let codes = [200, 201, 204, 206, 304, 400, 401, 403, 404, 405, 408, 409, 410, 411, 413, 416, 418, 425, 429, 451]
    return "\((codes + [500, 501, 502, 503, 504, 511, 599])[pick(27)]) X"
  }

  private func type() -> String { ["application/json", "text/html", "text/plain", "json", "\u{FF}", ""][pick(6)] }

  private func body(_ token: String) -> String {
    [
      "", "null", "[]", "{}", "<html>Sign in</html>", #"{"error":"Session erased"}"#, #"{"status":"erased"}"#,
      #"{"status":"ok"}"#, #"{"status":7}"#, #"{"uploads":[{}]}"#, #"{"uploads":[{"path":1,"method":[],"url":{}}]}"#,
      #"{"error":"\#(token)"}"#, token, #"{"status":"\#(token)"}"#, #"{"sessions":[[[[]]]]}"#, "\u{0}\u{FFFD}",
    ][pick(16)]
  }

  private func address() -> String {
    [
      "http://127.0.0.1:99999/x", "http://127.0.0.1:65536", "http://127.0.0.1:-1/", "http://127.0.0.1:\(stranger)/put",
      "http://" + String(repeating: "a", count: 300) + "/", "http://x/" + String(repeating: "a", count: 64 << 10),
      "file:///etc/passwd", "http+unix://%2Frun%2Fx.sock/", "", "http://", "//x", "http://[::1]:x/", "http://a b/",
      "http://127.0.0.1:\(stranger)@evil/", "HTTP://127.0.0.1:\(stranger)/", "ftp://127.0.0.1/", "http://\\u0000/",
    ][pick(17)]
  }
}
