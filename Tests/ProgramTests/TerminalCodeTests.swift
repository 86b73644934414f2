import BoothCore
import BoothTesting
import Foundation
import Imaging
import Testing

@testable import CommandSupport

/// The code on a real terminal of 80×24: tmux runs the program, its screen is painted, and zbar reads the link.
@Suite(.timeLimit(.minutes(15))) struct TerminalCodeTests {
  @Test func `a phone can read the code from a terminal of 80 by 24`() async throws {
    let tmux = try #require(Program.tool("tmux"), "install tmux")
    let zbar = try #require(Program.tool("zbarimg"), "install zbar-tools")
    let folder = try TemporaryFolder()
    let event =
      #"{"id": 9, "name": "One photo", "date": "", "languages": ["en"], "plan": {"strips": 1, "clip": false}, "#
      + #""timings": {"countdown_seconds": 0, "review_seconds": 0, "qr_seconds": 120}}"#
    try folder.put("events/one/event.json", Array(event.utf8))
    let data = folder.path("data")
    let server = ["-L", "booth-\(ProcessInfo.processInfo.processIdentifier)", "-f", "/dev/null"]
    let command =
      "env COLORTERM=truecolor '\(Program.path)' run --mock-camera --screen terminal --event one --events "
      + "'\(folder.path("events"))' --data '\(data)' --gallery-host 127.0.0.1 --gallery-port 0"
    // The server of tmux stays; it must not hold what Process listens to for the client's end.
    let closing = #"for f in /proc/$$/fd/*; do n=${f##*/}; [ "$n" -le 2 ] || eval "exec $n>&-"; done; exec "$0" "$@""#
    _ = try await Program.run(
      "/bin/bash", ["-c", closing, tmux] + server + ["new-session", "-d", "-s", "b", "-x", "80", "-y", "24", command])
    do {
      try await waitUntil {
        try await Program.run(["status", "--json", "--data", data]).output.contains(#""scene" : "attract""#)
      }
      _ = try await Program.run(["press", "start", "--data", data])
      try await waitUntil {
        try await Program.run(["status", "--json", "--data", data]).output.contains(#""scene" : "qr""#)
      }
      let sessions = try await Program.run(["session", "list", "--json", "--data", data]).output
      let link = try #require(sessions.firstMatch(of: /"link" : "([^"]+)"/)).1
      // The state is ahead of the drawing by a moment.
      var read = ""
      try await waitUntil {
        let screen = try await Program.run(tmux, server + ["capture-pane", "-e", "-p", "-t", "b"]).output
        let png = try PNG.encode(HalfBlocks.picture(of: screen, scale: 6))
        try folder.put("screen.png", png)
        read = try await Program.run(zbar, ["--quiet", "--raw", folder.path("screen.png")]).output
        return read.contains("/s/")
      }
      #expect(read.trimmingCharacters(in: .whitespacesAndNewlines) == String(link))
    } catch {
      _ = try await Program.run(tmux, server + ["kill-server"])
      throw error
    }
    for _ in 0..<2 { _ = try await Program.run(["shutdown", "--data", data]) }
    _ = try await Program.run(tmux, server + ["kill-server"])
  }

  private func waitUntil(_ isSo: () async throws -> Bool) async throws {
    if try await !Program.until(isSo) { Issue.record("waited in vain") }
  }
}

/// A terminal's screen as brightness: two pixels a cell, upper and lower, from its colours and block characters.
enum HalfBlocks {
  static func picture(of screen: String, scale: Int) -> Bitmap {
    let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
    var bitmap = Bitmap(size: PixelSize(width: 80 * scale, height: rows.count * 2 * scale), color: .black)
    // Colours go on from line to line.
    var (ink, paper) = (RGBColor.white, RGBColor.black)
    for (row, line) in rows.enumerated() { paint(line, row: row, scale: scale, &ink, &paper, on: &bitmap) }
    return bitmap
  }

  private static func paint(
    _ line: Substring, row: Int, scale: Int, _ ink: inout RGBColor, _ paper: inout RGBColor, on bitmap: inout Bitmap
  ) {
    var column = 0
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", rest.first == "[" {
        let parameters = rest.dropFirst().prefix { $0 != "m" }
        rest = rest.dropFirst(parameters.count + 2)
        select(String(String.UnicodeScalarView(parameters)).split(separator: ";").compactMap { Int($0) }, &ink, &paper)
        continue
      }
      let (upper, lower): (RGBColor, RGBColor) =
        switch scalar {
        case "▀": (ink, paper)
        case "▄": (paper, ink)
        case "█": (ink, ink)
        default: (paper, paper)
        }
      bitmap.fill(PixelRect(x: column * scale, y: row * 2 * scale, width: scale, height: scale), with: upper)
      bitmap.fill(PixelRect(x: column * scale, y: (row * 2 + 1) * scale, width: scale, height: scale), with: lower)
      column += 1
    }
  }

  private static func select(_ numbers: [Int], _ ink: inout RGBColor, _ paper: inout RGBColor) {
    var rest = numbers.isEmpty ? [0] : numbers
    while let number = rest.first {
      rest.removeFirst()
      switch number {
      case 0: (ink, paper) = (.white, .black)
      case 38, 48:
        guard rest.count >= 4, rest[0] == 2 else { return }
        let color = RGBColor(red: UInt8(rest[1] & 255), green: UInt8(rest[2] & 255), blue: UInt8(rest[3] & 255))
        if number == 38 { ink = color } else { paper = color }
        rest.removeFirst(4)
      case 39: ink = .white
      case 49: paper = .black
      default: break
      }
    }
  }
}
