import ConfigFiles
import Testing

@testable import BoothCore

/// Folders in memory.
private struct MemoryFiles: EventFiles {
  var content: [String: [String: [UInt8]]] = [:]
  var fault: EventFilesError?

  func path(of name: String?, in folder: String?) -> String {
    ["Events", folder, name].compactMap { $0 }.joined(separator: "/")
  }

  func folders() throws(EventFilesError) -> [String] {
    if let fault { throw fault }
    return Array(content.keys)
  }

  func read(_ name: String, in folder: String, limit: Int) throws(EventFilesError) -> [UInt8] {
    let path = path(of: name, in: folder)
    guard let bytes = content[folder]?[name] else {
      throw EventFilesError(.missing, subject: path, detail: "nothing of that name")
    }
    guard bytes.count <= limit else {
      throw EventFilesError(.tooLarge, subject: path, detail: "\(bytes.count) bytes")
    }
    return bytes
  }

  func head(_ name: String, in folder: String, limit: Int) throws(EventFilesError) -> [UInt8] {
    Array(try read(name, in: folder, limit: limit).prefix(32))
  }
}

@Suite struct EventLibraryTests {
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 9]

  @Test(arguments: ["event.json.txt", "event.txt", "Event.json", "event.json5"])
  func `an event's file under another name is named, with what to do`(_ name: String) {
    let library = EventLibrary(reading: MemoryFiles(content: ["wedding": [name: event(1)]]))
    #expect(library.events.isEmpty)
    #expect(library.problems.first?.description.contains("\(name) is there: rename it to event.json") == true)
  }

  private func event(_ id: Int, _ extra: String = "") -> [UInt8] {
    Array("{id: \(id), name: 'E\(id)', date: '2026-01-01', \(extra)}".utf8)
  }

  @Test func `events come by the name of their folders`() {
    let files = MemoryFiles(content: [
      "b": ["event.json": event(1)], "a": ["event.json": event(2)], "B": ["event.json": event(3)], ".git": [:],
      "lost+found": [:], "System Volume Information": [:], "__MACOSX": [:], "$RECYCLE.BIN": [:],
    ])
    let library = files.load()
    #expect(library.problems == [])
    #expect(library.events.map(\.slug) == ["B", "a", "b"])
    #expect(library.event(slug: "a")?.id == 2)
    #expect(library.event(id: 1)?.slug == "b")
    #expect(library.event(id: 9) == nil)
  }

  @Test func `a folder that is not there is one clear problem`() {
    let library = MemoryFiles(fault: EventFilesError(.missing, subject: "Events", detail: "nothing of that name"))
      .load()
    #expect(
      library.problems.map(\.description) == [
        "Events: expected a folder with a folder for each event, found nothing of that name; there are no events."
      ])
  }

  @Test func `a sound that is missing or none is told, one that is there is not`() {
    let wav = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("WAVE".utf8)
    let files = MemoryFiles(content: [
      "a": [
        "event.json": event(1, "theme: {sounds: {qr: 'good.wav', get_ready: 'bad.wav', attract: 'none.wav'}}"),
        "good.wav": wav, "bad.wav": Self.jpeg,
      ]
    ])
    let library = files.load()
    #expect(library.problems.map(\.key) == ["theme.sounds.attract", "theme.sounds.get_ready"])
    #expect(library.problems.map(\.severity) == [.warning, .warning])
    #expect(library.problems.last.map { "\($0)".contains("a file of another kind; nothing is played") } == true)
  }

  @Test func `two events of one number are told with both files, and the first stays`() {
    let library = MemoryFiles(content: ["a": ["event.json": event(5)], "b": ["event.json": event(5)]]).load()
    #expect(library.events.map(\.slug) == ["a"])
    #expect(
      library.problems.map(\.description) == [
        "Events/b/event.json: id: expected a number that no other event has, found 5, which Events/a/event.json has for "
          + "\"E5\"; this one counts as its copy and cannot be used: give it a number of its own, such as 6, or remove it."
      ])
  }

  @Test func `of copied folders the one whose guests were photographed stays the event, and the others are its copies`()
  {
    let files = MemoryFiles(content: [
      "a copy": ["event.json": event(5)], "b": ["event.json": event(5)], "c": ["event.json": event(6)],
      "wedding": ["event.json": event(5)],
    ])
    let library = EventLibrary(reading: files) {
      EventOwners(sessions: [5: ["wedding": 12, "b": 1], 6: ["gone": 3]], chosen: "a copy")
    }
    #expect(library.events.map(\.slug) == ["c", "wedding"])
    #expect(library.unusable.map(\.slug) == ["a copy", "b"])
    #expect(library.problems.map(\.file) == ["Events/a copy/event.json", "Events/b/event.json"])
    #expect(
      library.problems.map(\.found)
        == Array(repeating: "5, which Events/wedding/event.json has for \"E5\", with 12 sessions", count: 2))
    #expect(library.problems.allSatisfy { $0.description.contains("give it a number of its own, such as 7") })
    // Before the first session the choice decides.
    let chosen = EventLibrary(reading: files) { EventOwners(chosen: "wedding") }
    #expect(chosen.events.map(\.slug) == ["c", "wedding"])
    // Books are asked only where it matters.
    _ = EventLibrary(reading: MemoryFiles(content: ["a": ["event.json": event(5)]])) {
      Issue.record("nothing is in doubt")
      return EventOwners()
    }
  }

  @Test func `the gallery of a copy that is shut shuts the event's, whichever folder comes first`() {
    func event(_ gallery: String) -> [UInt8] {
      Array("{id: 5, name: 'E', date: '2026-01-01', gallery: '\(gallery)'}".utf8)
    }
    let files = MemoryFiles(content: ["a": ["event.json": event("link")], "b": ["event.json": event("open")]])
    let library = EventLibrary(reading: files) { EventOwners(sessions: [5: ["b": 1]]) }
    #expect(library.events.map(\.slug) == ["b"] && library.events.map(\.gallery) == [.link])
    #expect(library.problems.first?.description.contains("the gallery of both is for those with its link") == true)
  }

  @Test func `what is wrong with pictures is named beside what makes the event unusable`() {
    let library = MemoryFiles(content: [
      "a": ["event.json": Array("{id: 'x', name: 'E', theme: {logo_url: 'gone.png'}}".utf8)],
      "b": ["event.json": event(1)],
      "c": ["event.json": event(1, "attract: 'gone.jpg'")],
    ]).load()
    #expect(
      library.problems.map { "\($0.file) \($0.key)" } == [
        "Events/a/event.json id", "Events/c/event.json id", "Events/a/event.json theme.logo_url",
        "Events/c/event.json attract",
      ])
  }

  @Test(arguments: [("open", "link"), ("link", "open"), ("link", "link"), ("open", "open")])
  func `of two events of one number the stricter one decides about the gallery`(_ first: String, _ second: String) {
    func event(_ gallery: String) -> [UInt8] {
      Array("{id: 5, name: 'E', date: '2026-01-01', gallery: '\(gallery)'}".utf8)
    }
    let library = MemoryFiles(content: ["a": ["event.json": event(first)], "b": ["event.json": event(second)]]).load()
    #expect(library.events.map(\.slug) == ["a"])
    #expect(library.events.map(\.gallery) == [first == "open" && second == "open" ? .open : .link])
    let isTold = library.problems.first?.description.contains("the gallery of both is for those with its link") == true
    #expect(isTold == (first == "open" && second == "link"))
  }

  @Test func `two events of one slug are told too`() {
    let pair = Array("[{id: 1, name: 'A', date: '2026-01-01'}, {id: 2, name: 'B', date: '2026-01-01'}]".utf8)
    let library = MemoryFiles(content: ["a": ["event.json": pair], "a-2": ["event.json": event(3)]]).load()
    #expect(library.events.map(\.id) == [1, 2])
    #expect(library.problems.map(\.file) == ["Events/a-2/event.json"])
    #expect(library.problems.map(\.found) == ["a-2, which Events/a/event.json has; rename one of the folders"])
  }

  @Test func `a broken folder leaves the others alone`() {
    let library = MemoryFiles(content: [
      "empty": [:], "broken": ["event.json": Array("{".utf8)], "good": ["event.json": event(1)],
      "huge": ["event.json": Array(repeating: 0x20, count: 2 << 20)], "evil\u{1B}": ["event.json": event(2)],
    ]).load()
    #expect(library.events.map(\.slug) == ["good"])
    #expect(library.problems.count == 4)
    #expect(library.problems.allSatisfy { $0.severity == .error && !$0.description.contains("\u{1B}") })
    #expect(library.problems.contains { $0.file == "Events/empty/event.json" && $0.found == "nothing of that name" })
  }

  @Test func `artwork is read, and what is missing is a warning`() {
    let files = MemoryFiles(content: [
      "a": [
        "event.json": event(
          1,
          """
          attract: 'attract.jpg', plan: {strips: [{guide: 'then.jpg'}, {}]},
          theme: {logo_url: 'logo.png', background_url: 'gone.jpg', photo_frame_url: 'text.png', strip_frame_url: 'asset:x'}
          """), "attract.jpg": Self.jpeg, "logo.png": Self.png, "text.png": Array("GIF89a".utf8), "then.jpg": Self.jpeg,
      ]
    ])
    let library = files.load()
    let warnings = [
      "theme.strip_frame_url", "theme.background_url", "theme.photo_frame_url",
    ]
    #expect(library.problems.map(\.key) == warnings)
    #expect(library.problems.allSatisfy { $0.severity == .warning && $0.file == "Events/a/event.json" })
    let (artwork, problems) = files.artwork(for: library.events[0])
    #expect(artwork == Artwork(logo: Self.png, attract: Self.jpeg))
    #expect(problems.map(\.found) == ["\"gone.jpg\": nothing of that name", "\"text.png\": a file that is neither"])
    #expect(files.guide(ofStrip: 0, of: library.events[0]).bytes == Self.jpeg)
    #expect(files.guide(ofStrip: 1, of: library.events[0]).bytes == nil)
    #expect(files.guide(ofStrip: 9, of: library.events[0]).problems == [])
  }

  @Test func `a picture that is too large or lies outside is not read`() {
    let files = MemoryFiles(content: ["a": ["big.png": Self.png + Array(repeating: 0, count: 32 << 20)]])
    let event = Event(
      id: 1, slug: "a", name: "A", date: "", theme: Theme(logo: "big.png", background: "../b/secret.png"))
    let (artwork, problems) = files.artwork(for: event)
    #expect(artwork == Artwork())
    #expect(
      problems.map(\.found) == ["\"big.png\": 33554441 bytes", "\"../b/secret.png\": a name that leads out of it"])
  }

  @Test func `a small file of too many pixels is told from its head`() {
    func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
      Array(Self.png.prefix(8)) + [0, 0, 0, 13] + Array("IHDR".utf8)
        + [width, height].flatMap { side in (0..<4).map { UInt8(side >> (24 - 8 * $0) & 255) } }
    }
    let files = MemoryFiles(content: [
      "a": [
        "event.json": event(
          1,
          """
          theme: {logo_url: 'logo.png', background_url: 'wide.png', photo_frame_url: 'long.png'}, attract: 'mad.png'
          """),
        "logo.png": png(10_000, 5_000), "wide.png": png(30_000, 20_000), "long.png": png(40_000, 1_000),
        "mad.png": png(.max, .max),
      ]
    ])
    let problems = files.load().problems
    #expect(problems.map(\.key) == ["theme.background_url", "theme.photo_frame_url", "attract"])
    #expect(problems.first?.found == "\"wide.png\": a picture of 30000x20000 pixels")
    #expect(problems.first?.expected.contains("50 megapixels") == true)
  }
}
