import BoothSystem
import BoothTesting
import Glibc
import Testing

@Suite struct DurableFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is made, and replaced whole, with nothing left beside it`() throws {
    let path = folder.path("facts.json")
    try DurableFile.replace(path, with: Array("one".utf8))
    try DurableFile.replace(path, with: Array("two, and longer".utf8))
    #expect(OrdinaryFile.bytes(path) == Array("two, and longer".utf8))
    #expect(try folder.names("") == ["facts.json"])
  }

  @Test func `where it cannot be written the old file stays, and the call and its reason are told`() throws {
    let path = folder.path("facts.json")
    // A folder has the name: the rename is refused.
    try folder.put("facts.json/inside", [1])
    let error = #expect(throws: DurableFile.Fault.self) { try DurableFile.replace(path, with: [2]) }
    #expect(error?.call == "rename" && error?.words.hasPrefix("rename: ") == true)
    #expect(try folder.names("") == ["facts.json"], "nothing half written is left")
    let missing = #expect(throws: DurableFile.Fault.self) {
      try DurableFile.replace(folder.path("nowhere/facts.json"), with: [2])
    }
    #expect(missing?.errno == ENOENT)
  }

  @Test func `two that replace one file at the same moment leave one of them whole`() async throws {
    let path = folder.path("facts.json")
    let texts = (0..<8).map { number in [UInt8](repeating: UInt8(number), count: 100_000 + number) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for text in texts {
        group.addTask { for _ in 0..<20 { try DurableFile.replace(path, with: text) } }
      }
      try await group.waitForAll()
    }
    #expect(texts.contains(OrdinaryFile.bytes(path) ?? []))
    #expect(try folder.names("") == ["facts.json"])
  }

  @Test func `what a kill has left half made goes when nobody can be at it any more, and nothing else goes`() throws {
    let old = timespec(tv_sec: 1000, tv_nsec: 0)
    for name in [
      "a/facts.json.77-3.tmp", "a/facts.json.77.tmp", "a/b/half.part", "a/notes.tmp", "a/x.y.tmp", "a/whole.jpg",
      "a/new.json.77-4.tmp",
    ] {
      try folder.put(name, [1])
      if name.contains("new") { continue }
      var times = [old, old]
      #expect(utimensat(AT_FDCWD, folder.path(name), &times, 0) == 0)
    }
    #expect(symlink(folder.path("a/b"), folder.path("a/link")) == 0)
    #expect(DurableFile.sweep(folder.path("a"), untouchedSince: 2000, endings: [".part"]) == [])
    #expect(try folder.names("a").sorted() == ["b", "link", "new.json.77-4.tmp", "notes.tmp", "whole.jpg", "x.y.tmp"])
    #expect(try folder.names("a/b") == [])
    #expect(DurableFile.sweep(folder.path("nowhere"), untouchedSince: 2000) == [])
  }

  @Test func `a file that nobody can read is kept under another name, each under its own`() throws {
    for number in 1...2 {
      try folder.put("sync.json", [UInt8(number)])
      let aside = try DurableFile.putAside(folder.path("sync.json"))
      #expect(aside == folder.path("sync.json.damaged-\(number)"))
      #expect(OrdinaryFile.bytes(aside) == [UInt8(number)])
    }
    #expect(try folder.names("").count == 2)
  }

  @Test func `a folder is made with those that it is in, and one that is there is left`() throws {
    for _ in 0..<2 { try DurableFile.makeFolder(folder.path("a/b/c")) }
    #expect(try folder.names("a/b") == ["c"])
    try folder.put("file", [1])
    let fault = #expect(throws: DurableFile.Fault.self) { try DurableFile.makeFolder(folder.path("file/x")) }
    #expect(fault?.words.isEmpty == false)
  }

  @Test func `what was kept as JSON is absent, found, damaged or unreadable, and never one for another`() throws {
    func kept(_ name: String) -> String {
      switch KeptJSON<[String: Int]>(folder.path(name)) {
      case .absent: "absent"
      case .found(let value): "found \(value["a"] ?? 0)"
      case .damaged(let words): "damaged: \(words)"
      case .unreadable(let words): "unreadable: \(words)"
      }
    }
    try folder.put("whole", Array(#"{"a": 7}"#.utf8))
    try folder.put("empty", [])
    try folder.put("cut", Array(#"{"a": "#.utf8))
    try folder.put("place/inside", [1])
    #expect(kept("none") == "absent" && kept("none/where") == "absent" && kept("whole") == "found 7")
    #expect(kept("empty") == "damaged: it is empty" && kept("cut") == "damaged: it is not what was kept there")
    #expect(kept("place") == "unreadable: it is no ordinary file")
  }
}
