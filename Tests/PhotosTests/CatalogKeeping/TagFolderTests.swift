import BoothTesting
import Glibc
import Testing

@testable import PhotolalaFormat

@Suite struct TagFolderTests {
  private let folder: TemporaryFolder
  private var tags: TagFolder { TagFolder(path: folder.path) }
  private static let a = "md5#" + String(repeating: "a", count: 32)

  init() throws { folder = try TemporaryFolder() }

  private func put(_ name: String, _ text: String) throws { try folder.put(name, Array(text.utf8)) }
  private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
  private func change(_ time: Int64, _ isAdded: Bool = true) -> TagChange {
    TagChange(isAdded: isAdded, id: Self.a, flag: 4, time: time, device: "booth-1")
  }

  @Test func `a folder is read as a whole, and what makes no sense is named`() throws {
    try put("tags.csv", "\(Self.a),1,5\nrubbish\n")
    try put("tags-delta-Mac-Anna.csv", "+,\(Self.a),2,10,Mac-Anna\n-,\(Self.a),1,9,Mac-Anna\n+,\(Self.a),3")
    try put("tags-delta-Mac-Anna.csv.bak", "+,\(Self.a),7,10,x\n")
    try put("tags.txt", "other")
    symlink("/etc/passwd", folder.path("tags-delta-link.csv"))
    mkdir(folder.path("tags-delta-folder.csv"), 0o755)
    let read = try tags.read()
    #expect(read.hasMaster && read.changes == ["tags-delta-Mac-Anna.csv"] && !read.isCutOff)
    #expect(read.state.colors(of: [TaggedID(Self.a)!]).colors == [.orange])
    #expect(
      read.nonsense == [
        .init(name: "tags-delta-Mac-Anna.csv", skipped: [.tooFewColumns: 1]),
        .init(name: "tags.csv", skipped: [.tooFewColumns: 1]),
      ])
  }

  @Test func `a folder that is not there, or not all there, says so`() throws {
    do throws(CatalogFolderError) {
      _ = try TagFolder(path: folder.path("none")).read()
      Issue.record("read")
    } catch { #expect(error.detail.contains("none") && error.detail.contains("No such file")) }
    try put(".tags.csv.icloud", "x")
    do throws(CatalogFolderError) {
      _ = try tags.read()
      Issue.record("read")
    } catch { #expect(error.detail.contains("iCloud")) }
  }

  @Test(arguments: [
    // Cut in the middle: it goes. Whole but for its end: it stays.
    ("+,x", ""), ("+,\(a),4,17", ""), ("+,\(a),5,6,booth-", "+,\(a),5,6,booth-\n"), ("", ""),
  ])
  func `what a kill left of a line is mended`(_ torn: String, _ mended: String) throws {
    let whole = "+,\(Self.a),1,3,booth-1\n"
    try put("tags-delta-booth-1.csv", whole + torn)
    try tags.append([change(9)], of: "booth-1")
    #expect(try text("tags-delta-booth-1.csv") == whole + mended + "+,\(Self.a),4,9,booth-1\n")
  }

  @Test func `a merge is the app's, and keeps what nobody here knows`() throws {
    try put("tags.csv", "zzz#1,9:12,3\n\(Self.a),1:2,5\nicl#X/L0/001,3,4\n")
    try put("tags-delta-Mac.csv", "-,\(Self.a),1,10,Mac\n+,apl#Y,8,11,Mac\n-,icl#X/L0/001,3,12,Mac\n")
    try tags.append([change(20)], of: "booth-1")
    #expect(try tags.merge() == 2)
    #expect(try text("tags.csv") == "apl#Y,8,11\n\(Self.a),2:4,20\nzzz#1,9:12,3")
    #expect(try folder.names("") == ["tags.csv"])
    #expect(try tags.merge() == 0)
    #expect(try text("tags.csv") == "apl#Y,8,11\n\(Self.a),2:4,20\nzzz#1,9:12,3")
  }

  /// Ended before each step in turn, and while a device writes on: nothing is ever not to be read, and the next merge does the rest.
  @Test func `a merge that is ended anywhere loses nothing, also of what is written meanwhile`() throws {
    for stop in 0..<12 {
      for name in try folder.names("") { unlink(folder.path(name)) }
      try put("tags.csv", "\(Self.a),1,5")
      try put("tags-delta-Mac.csv", "+,\(Self.a),2,10,Mac\n")
      try put("tags-delta-iPad.csv", "+,\(Self.a),3,10,iPad\n")
      let steps = Steps(stop)
      var folder = tags
      let path = self.folder.path
      folder.step = { (name) throws(CatalogFolderError) in
        // Just before the tags are replaced the device says something, in a file that it makes for that.
        if name == "replace" {
          let file = open(path + "/tags-delta-Mac.csv", O_WRONLY | O_CREAT | O_APPEND, 0o644)
          let line = Array("+,\(Self.a),5,11,Mac\n".utf8)
          _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
          close(file)
        }
        try steps.next()
      }
      do throws(CatalogFolderError) { try folder.merge() } catch { #expect(error.detail == "ended") }
      let read = try tags.read()
      #expect(read.state.colors(of: [TaggedID(Self.a)!]).isSuperset(of: TagColors(rawValue: 0b111)), "ended at \(stop)")
      var hasMore = read.changes.contains("tags-delta-Mac.csv")
      if hasMore { hasMore = try text("tags-delta-Mac.csv").contains(",5,") }
      try tags.merge()
      #expect(try text("tags.csv").hasPrefix("\(Self.a),1:2:3\(hasMore ? ":5" : "")"), "ended at \(stop)")
      #expect(try self.folder.names("") == ["tags.csv"], "ended at \(stop)")
    }
  }

  @Test func `somebody else's tags that come in while we merge are not lost`() throws {
    try put("tags.csv", "\(Self.a),1,5")
    try put("tags-delta-Mac.csv", "+,\(Self.a),2,10,Mac\n")
    var folder = tags
    let path = self.folder.path("tags.csv")
    let isDone = Steps(1)
    folder.step = { (name) throws(CatalogFolderError) in
      guard name == "draft" else { return }
      do throws(CatalogFolderError) { try isDone.next() } catch { return }
      let text = Array("\(Self.a),1,5\nicl#other,6,9".utf8)
      let file = open(path, O_WRONLY | O_TRUNC)
      _ = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    #expect(try folder.merge() == 1)
    #expect(try text("tags.csv") == "icl#other,6,9\n\(Self.a),1:2,10")
  }

  @Test func `a file that is taken away while we write into it is written again`() throws {
    var folder = tags
    let path = self.folder.path("tags-delta-booth-1.csv")
    let once = Steps(1)
    folder.step = { (name) throws(CatalogFolderError) in
      guard name == "flush" else { return }
      do throws(CatalogFolderError) { try once.next() } catch { return }
      unlink(path)
    }
    try folder.append([change(9)], of: "booth-1")
    #expect(try text("tags-delta-booth-1.csv") == change(9).line)
  }
}
