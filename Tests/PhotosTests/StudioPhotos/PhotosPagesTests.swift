import BoothArchives
import BoothCore
import BoothTesting
import Documents
import Glibc
import NIOHTTP1
import PhotoLibrary
import PhotoModel
import StudioModel
import Testing

@testable import StudioPhotos
@testable import StudioServer
@testable import WebSupport

@Suite(.timeLimit(.minutes(15))) struct PhotosPagesTests {
  @Test func `what is suggested exists: cameras, folders and formats, those of the most photos first`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let terms = try JSONReader.read(try await lab.get("/photos/terms.json", cookie).bytes)
      func names(_ kind: String) -> [String] {
        (terms[kind]?.array ?? []).map { "\($0.array?[0].string ?? "?") \($0.array?[1].integer ?? -1)" }
      }
      #expect(names("folders") == ["b 2"])
      #expect(names("formats") == ["JPEG 3"])
      #expect(names("cameras").isEmpty)
      // Each of them finds as many.
      let found = try JSONReader.read(try await lab.get("/photos/layout.json?q=%22b%22", cookie).bytes)
      #expect(found["months"]?.array?.first?.array?[1].integer == 2)
      let stranger = try await lab.get("/photos/terms.json", nil)
      #expect(stranger.status == 303 && !stranger.text.contains("folders"))
    }
  }

  @Test func `who may do what`() async throws {
    try await PhotosLab.run { lab in
      let photo = try #require(try await lab.photos.photos(PhotoView(), after: nil, count: 1).first)
      let number = "\(photo.number)"
      for standing in Standing.all {
        let cookie = try await lab.join("\(standing.name)@example.org", standing)
        for path in [
          "/photos", "/photos/layout.json", "/photos/terms.json", "/photos/window.json", "/photos/sources",
          "/photos/about/\(number)",
        ] {
          #expect(try await lab.get(path, cookie).status == 200, "\(standing.name) \(path)")
        }
        let mayManage = [.admin, .manager].contains(standing.role)
        let mayMark = mayManage || standing.isPhotographer
        #expect(
          try await lab.post("/photos/mark", cookie, ["photos": number, "star": "1"]).status == (mayMark ? 200 : 403))
        #expect(try await lab.post("/photos/undo", cookie, ["undo": "x"]).status == (mayManage ? 404 : 403))
        #expect(try await lab.post("/photos/trash", cookie, ["photos": "999999"]).status == (mayManage ? 200 : 403))
        for form in ["add", "remove", "scan"] {
          let status = try await lab.post("/photos/sources/\(form)", cookie, ["source": "none", "folder": "/none"])
            .status
          #expect(status == (mayManage ? (form == "add" ? 303 : 404) : 403), "\(standing.name) \(form)")
        }
        let page = try await lab.get("/photos/sources", cookie).text
        #expect(page.contains("/photos/sources/add") == mayManage)
      }
    }
  }

  @Test func `where folders lie on the machine is told to nobody but who may change that`() async throws {
    try await PhotosLab.run { lab in
      let source = try await lab.photos.sources()[0].id
      let cookies = try await [Standing.photographer, Standing(.employee), Standing(.manager), Standing(.admin)]
        .asyncMap { try await lab.join("\($0.name)@example.org", $0) }
      func whoIsTold(_ path: String) async throws -> [Bool] {
        try await cookies.asyncMap { try await lab.get(path, $0).text.contains(lab.folder.path) }
      }
      #expect(try await whoIsTold("/photos/sources") == [false, false, true, true])
      #expect(try await whoIsTold("/photos") == [false, false, false, false])
      // Why a folder is away names it, too.
      #expect(rename(lab.folder.path("pictures"), lab.folder.path("gone")) == 0)
      do { _ = try await lab.photos.scan(source) } catch {
        // It is away.
      }
      #expect(try await lab.photos.sources()[0].state == .offline)
      #expect(try await whoIsTold("/photos/sources") == [false, false, true, true])
      #expect(try await Array(whoIsTold("/photos").prefix(2)) == [false, false])
      let news = try await cookies.asyncMap {
        try await lab.get("/photos/layout.json", $0).text.replacing("\\/", with: "/").contains(lab.folder.path)
      }
      #expect(news.prefix(2) == [false, false])
      #expect(try await lab.get("/photos", cookies[1]).text.contains("notice bad"))
      // So does a photo of it that a person wants: it is no trouble of the studio's, and the source is named.
      let photo = try #require(try await lab.photos.photos(PhotoView(), after: nil, count: 1).first)
      for cookie in cookies {
        let reply = try await lab.get("/photos/original/\(photo.number)/\(photo.stamp)", cookie)
        #expect(reply.status == 503 && reply.text.contains("pictures") && !reply.text.contains("The log has details"))
        #expect(!reply.text.contains(lab.folder.path))
      }
    }
  }

  @Test func `what changes on a disk is news, without anybody looking for it`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      lab.photos.watch()
      func version(_ known: String) async throws -> String {
        let reply = try await lab.get("/photos/news.json?version=\(known)", cookie)
        #expect(reply.status == 200)
        return reply.text.filter(\.isNumber)
      }
      var known = try await version("")
      try lab.folder.put("pictures/b/new.jpg", lab.folder.read("pictures/a.jpg") + [0])
      while try await lab.photos.layout(PhotoView()).count != 4 { known = try await version(known) }
      rename(lab.folder.path("pictures/b"), lab.folder.path("gone"))
      while try await lab.photos.layout(PhotoView()).count != 1 { known = try await version(known) }
    }
  }

  @Test func `a stranger sees nothing, not even whether it is there`() async throws {
    try await PhotosLab.run { lab in
      for path in [
        "/photos", "/photos/layout.json", "/photos/picture/1/000000000000/256.jpg", "/photos/at/1/000000000000",
      ] {
        let reply = try await lab.get(path, nil)
        #expect([303, 401].contains(reply.status), "\(path) \(reply.status)")
      }
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      #expect(try await lab.post("/photos/trash", cookie, ["photos": "1"], token: "x").status == 403)
      #expect(try await lab.photos.layout(PhotoView()).count == 3)
    }
  }

  @Test(arguments: [
    "/photos/at/../../etc/passwd", "/photos/at/1/..%2f..", "/photos/at/-1/000000000000",
    "/photos/original/1/000000000000",
    "/photos/original/1/zzzzzzzzzzzz", "/photos/picture/1/000000000000/999.jpg",
    "/photos/picture/1/000000000000/256.png",
    "/photos/at/00000000000000000000000000000000-1", "/photos/about/99999999999999999999", "/photos/about/0",
    "/photos/window.json?from=-1", "/photos/window.json?count=100000", "/photos/numbers.json",
    "/photos/place.json?photo=x",
    "/photos/nothing",
  ])
  func `an address that is none leads nowhere`(_ path: String) async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      #expect(try await lab.get(path, cookie).status == 404)
    }
  }

  @Test(arguments: [Int.min, .min + 1, -99_999_999_999, -1, 0, 99_999_999_999, .max - 1, .max])
  func `a month that nobody can live in has no photos`(_ number: Int) async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      for path in ["month=\(number)", "month=\(number)&from=\(Int.max)", "from=\(Int.max)&count=100"] {
        let answer = try await lab.get("/photos/window.json?" + path, cookie)
        #expect(answer.status == 200 && answer.text == "[]")
      }
    }
  }

  @Test func `a photo that became a link to elsewhere is not shown`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let photo = try #require(
        try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 1).first { $0.entry.name == "a.jpg" })
      let path = lab.folder.path("pictures/a.jpg")
      try lab.folder.put("secret.jpg", try lab.folder.read("pictures/b/c.jpg"))
      unlink(path)
      symlink(lab.folder.path("secret.jpg"), path)
      for address in ["original/\(photo.number)/\(photo.stamp)", "picture/\(photo.number)/\(photo.stamp)/256.jpg"] {
        #expect(try await lab.get("/photos/" + address, cookie).status == 404)
      }
    }
  }

  @Test func `layout, windows and pictures are short and right`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let layout = try JSONReader.read(try await lab.get("/photos/layout.json", cookie).bytes)
      let months = try #require(layout["months"]?.array)
      #expect(months.reduce(0) { $0 + Int($1.array?[1].integer ?? 0) } == 3)
      let window = try #require(
        try JSONReader.read(try await lab.get("/photos/window.json?order=name", cookie).bytes).array)
      #expect(window.compactMap { $0.array?.last?.string } == ["a.jpg", "c.jpg", "d.jpg"])
      #expect(window[0].array?[2].integer == 1500)
      let (number, stamp) = (window[0].array?[0].integer ?? 0, window[0].array?[1].string ?? "")
      let picture = try await lab.get("/photos/picture/\(number)/\(stamp)/256.jpg", cookie)
      #expect(picture.status == 200 && picture.bytes.starts(with: [0xFF, 0xD8]))
      #expect(picture.headers.first(name: "Cache-Control") == "private, no-cache")
      let tag = try #require(picture.headers.first(name: "ETag"))
      let again = try await lab.send(
        .GET, "/photos/picture/\(number)/\(stamp)/256.jpg", cookie, [("If-None-Match", tag)], nil)
      #expect(again.status == 304 && again.bytes.isEmpty)
      let original = try await lab.get("/photos/original/\(number)/\(stamp)", cookie)
      #expect(original.bytes == (try lab.folder.read("pictures/a.jpg")))
      #expect(original.headers.first(name: "Content-Type") == "application/octet-stream")
    }
  }

  @Test func `what is saved is an archive of the originals, each under a name of its own`() async throws {
    try await PhotosLab.run(["x/a.jpg", "y/a.jpg", "z/A.jpg"]) { lab in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let photos = try await lab.photos.photos(PhotoView(), after: nil, count: 9)
      let numbers = photos.map { "\($0.number)" }.joined(separator: ",")
      unlink(lab.folder.path("pictures/z/A.jpg"))
      let reply = try await lab.post("/photos/export", cookie, ["photos": numbers, "size": ""])
      let bytes = reply.bytes
      let archive = try ZIPReader(sizeBytes: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
      #expect(Set(archive.entries.map(\.name)) == ["a.jpg", "a-2.jpg", "MISSING.txt"])
      let first = try #require(archive.entries.first { $0.name == "a.jpg" })
      let own = try archive.read(first)
      let originals = try ["x", "y"].map { try lab.folder.read("pictures/\($0)/a.jpg") }
      #expect(originals.contains(own))
      #expect(try await lab.post("/photos/export", cookie, ["photos": "1;2"]).status == 404)
      #expect(try await lab.post("/photos/export", cookie, ["photos": ""]).status == 404)
    }
  }

  @Test func `thrown away is gone from the page, and undo brings it back with its star`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.manager))
      let photo = try #require(try await lab.photos.photos(PhotoView(), after: nil, count: 1).first)
      _ = try await lab.post("/photos/mark", cookie, ["photos": "\(photo.number)", "star": "1", "add": "3"])
      let reply = try JSONReader.read(
        try await lab.post("/photos/trash", cookie, ["photos": "\(photo.number)"]).bytes)
      #expect(reply["count"]?.integer == 1)
      #expect(try await lab.photos.layout(PhotoView()).count == 2)
      #expect(try await lab.post("/photos/undo", cookie, ["undo": reply["undo"]?.string ?? ""]).status == 200)
      _ = try await lab.photos.scan(photo.source)
      while try await lab.photos.sources()[0].state != .ready { await Task.moment() }
      let back = try await lab.photos.photos(PhotoView(filter: PhotoSearch("star tag:orange")), after: nil, count: 9)
      #expect(back.map(\.entry.id) == [photo.entry.id])
    }
  }

  @Test func `a folder that is none is refused in words, and so is one within another`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      for path in ["/no/such/folder", lab.folder.path("pictures/a.jpg"), lab.folder.path("pictures/b"), "/"] {
        #expect(try await lab.post("/photos/sources/add", cookie, ["folder": path]).status == 303)
        #expect(try await lab.get("/photos/sources", cookie).text.contains("notice bad"), "\(path)")
      }
      #expect(try await lab.photos.sources().count == 1)
    }
  }

  @Test func `every language says everything, with the same numbers`() {
    for language in Language.allCases {
      let table = PhotosText.table(language)
      for text in PhotosText.allCases {
        #expect(table[text]?.isEmpty == false, "\(language) \(text)")
        #expect(table[text]?.contains("%1") == PhotosText.table(.english)[text]?.contains("%1"), "\(language) \(text)")
      }
    }
  }
}

extension Array {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
