import BoothCore
import BoothStore
import BoothTesting
import ConfigFiles
import FoundationEssentials
import Glibc
import Testing

extension TemporaryFolder {
  fileprivate func folder(_ name: String, mode: mode_t = 0o755) throws {
    try #require(mkdir("\(path)/\(name)", mode) == 0)
  }

  fileprivate func file(_ name: String, _ bytes: [UInt8]) throws {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  fileprivate func link(_ name: String, to target: String) throws {
    try #require(symlink(target, "\(path)/\(name)") == 0)
  }
}

@Suite struct EventFolderTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 7, count: 100_000)

  private func event(_ id: Int, _ extra: String = "") -> [UInt8] {
    Array("{id: \(id), name: 'E\(id)', date: '2026-01-01', \(extra)}".utf8)
  }

  @Test(arguments: EventStoreConformance.checks)
  func `a folder of events keeps the promises of the port`(_ check: EventStoreConformance) throws {
    let disk = try TemporaryFolder()
    for (number, slug) in EventStoreConformance.slugs.enumerated().reversed() {
      try disk.folder(slug)
      try disk.file("\(slug)/event.json", event(number + 1))
    }
    try check.run(FolderEventStore(folder: disk.path))
  }

  @Test func `events and their artwork are read from their folders`() throws {
    let disk = try TemporaryFolder()
    try disk.folder("b")
    try disk.file("b/event.json", event(2, "theme: {logo_url: 'art/logo.png'}"))
    try disk.folder("b/art")
    try disk.file("b/art/logo.png", Self.png)
    try disk.folder("a")
    try disk.file("a/event.json", event(1))
    try disk.folder(".hidden")
    try disk.file("README.md", [0x23])
    let store = FolderEventStore(folder: disk.path)
    #expect(store.problems.map(\.description) == [])
    #expect(store.events.map(\.slug) == ["a", "b"])
    #expect(store.artwork(of: store.events[0]) == Artwork())
    #expect(store.artwork(of: store.events[1]) == Artwork(logo: Self.png))
  }

  @Test func `artwork is found however its name composes its letters`() throws {
    let disk = try TemporaryFolder()
    try disk.folder("fair")
    // As an archive from macOS unpacks it, and as a keyboard writes it.
    try disk.folder("fair/Bu\u{308}hne")
    try disk.file("fair/Bu\u{308}hne/scho\u{308}n.png", Self.png)
    try disk.file("fair/event.json", event(1, "theme: {logo_url: 'B\u{FC}hne/sch\u{F6}n.png'}"))
    try disk.file("fair/._logo.png", [0, 5, 22, 7])
    let store = FolderEventStore(folder: disk.path)
    #expect(store.problems == [])
    #expect(store.artwork(of: store.events[0]) == Artwork(logo: Self.png))
  }

  @Test func `an event's folder may be a link to another place`() throws {
    let (disk, stick) = (try TemporaryFolder(), try TemporaryFolder())
    try stick.file("event.json", event(1, "theme: {logo_url: 'logo.png'}"))
    try stick.file("real.png", Self.png)
    try stick.link("logo.png", to: "real.png")
    try disk.link("fair", to: stick.path)
    let store = FolderEventStore(folder: disk.path)
    #expect(store.problems == [])
    #expect(store.artwork(of: try #require(store.event(slug: "fair"))).logo == Self.png)
  }

  @Test func `nothing in an event's folder leads out of it`() throws {
    let disk = try TemporaryFolder()
    try disk.file("secret.png", Self.png)
    try disk.folder("fair")
    try disk.folder("fair-secrets")
    try disk.file("fair-secrets/x.png", Self.png)
    try disk.file(
      "fair/event.json",
      event(
        1, "attract: 'd/x.png', theme: {logo_url: 'logo.png', background_url: 'back.png', photo_frame_url: 'loop.png'}")
    )
    try disk.link("fair/logo.png", to: "../secret.png")
    try disk.link("fair/back.png", to: "\(disk.path)/secret.png")
    try disk.link("fair/d", to: "../fair-secrets")
    try disk.link("fair/loop.png", to: "loop.png")
    let store = FolderEventStore(folder: disk.path)
    let event = try #require(store.event(slug: "fair"))
    #expect(store.artwork(of: event) == Artwork())
    let problems = EventFolder(path: disk.path).artwork(for: event).problems
    #expect(problems.map(\.key) == ["theme.logo_url", "theme.background_url", "theme.photo_frame_url", "attract"])
    #expect(problems.count { $0.found.contains("a link that leads out of the event's folder") } == 3)
    #expect(store.problems.contains { $0.file == "\(disk.path)/fair-secrets/event.json" && $0.isError })
  }

  @Test func `an event file that leads out of its folder is refused`() throws {
    let disk = try TemporaryFolder()
    try disk.file("event.json", event(1))
    try disk.folder("fair")
    try disk.link("fair/event.json", to: "../event.json")
    let store = FolderEventStore(folder: disk.path)
    #expect(store.events == [])
    #expect(store.problems.map(\.found) == ["a link that leads out of the event's folder"])
  }

  @Test func `what is no file, missing or too large is a problem and never waited for`() throws {
    let disk = try TemporaryFolder()
    for (index, kind) in ["pipe", "folder", "nothing", "huge"].enumerated() {
      try disk.folder(kind)
      switch index {
      case 0: try #require(mkfifo("\(disk.path)/pipe/event.json", 0o644) == 0)
      case 1: try disk.folder("folder/event.json")
      case 2: break
      default: try disk.file("huge/event.json", Array(repeating: 0x20, count: EventFile.maximumBytes + 1))
      }
    }
    try disk.link("broken", to: "/nowhere")
    let store = FolderEventStore(folder: disk.path)
    #expect(store.events == [])
    #expect(
      store.problems.map { String($0.file.dropFirst(disk.path.count + 1)) + ": " + $0.found } == [
        "broken/event.json: a link that leads nowhere", "folder/event.json: something that is no file",
        "huge/event.json: 1048577 bytes", "nothing/event.json: nothing of that name",
        "pipe/event.json: something that is no file",
      ])
  }

  @Test func `a folder of events that is not there, or is a file, is one clear problem`() throws {
    let disk = try TemporaryFolder()
    try disk.file("file", [1])
    try disk.link("link", to: "/nowhere")
    for (name, found) in [
      ("none", "nothing of that name"), ("file", "a file"), ("link", "a link that leads nowhere"),
    ] {
      let path = "\(disk.path)/\(name)"
      let store = FolderEventStore(folder: path)
      #expect(store.events == [])
      #expect(
        store.problems.map(\.description) == [
          "\(path): expected a folder with a folder for each event, found \(found); there are no events."
        ])
    }
  }

  @Test func `a name that is not UTF-8 is a problem`() throws {
    let disk = try TemporaryFolder()
    let name = Array(disk.path.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xFF), 0]
    try #require(mkdir(name, 0o755) == 0)
    let store = FolderEventStore(folder: disk.path)
    #expect(store.events == [])
    #expect(store.problems.count == 1)
  }

  @Test func `the bundled events and their artwork have no problems`() throws {
    let store = FolderEventStore(folder: SourceTree.root.appending(path: "Events").path)
    #expect(store.problems.map(\.description) == [])
    #expect(store.events.map(\.slug) == ["jerusalem", "sports-day", "wedding"])
    for event in store.events {
      let artwork = store.artwork(of: event)
      #expect(artwork.logo != nil && artwork.background != nil && artwork.stripFrame != nil && artwork.attract != nil)
    }
  }
}
