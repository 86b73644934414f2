import BoothArchives
import BoothCore
import BoothTesting
import Documents
import Glibc
import NIOHTTP1
import PhotoModel
import StudioModel
import Testing

@testable import PhotoLibrary
@testable import StudioPhotos
@testable import StudioServer
@testable import WebSupport

/// A link shows its album to people without an account, and nothing else.
@Suite(.timeLimit(.minutes(15))) struct SharedAlbumTests {
  /// An album of the first two of three photos, and a link to it.
  private struct Shared {
    var album: PhotoAlbumID
    var photos: [PhotoRecord]
    var token: String
    var path: String { "/shared/" + token }
    func picture(_ place: Int, _ size: String = "256") -> String {
      "\(path)/picture/\(photos[place].number)/\(photos[place].stamp)/\(size).jpg"
    }
    func original(_ place: Int) -> String { "\(path)/original/\(photos[place].number)/\(photos[place].stamp)" }
  }

  private func share(
    _ lab: PhotosLab, days: Int = 30, pin: String? = nil, originals: Bool = false
  ) async throws -> Shared {
    let photos = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 9)
    try #require(photos.count == 3)
    let album = try await lab.photos.makeAlbum("Mia & Tom")
    _ = try await lab.photos.add(Array(photos.prefix(2)), to: album)
    let token = try await lab.photos.makeLink(
      to: album, days: days, pin: pin, allowsOriginals: originals, at: Int64(lab.clock.now))
    return Shared(album: album, photos: photos, token: token)
  }

  /// A form as the page of the PIN sends it.
  private func enter(
    _ lab: PhotosLab, _ path: String, _ pin: String, site: String? = "same-origin"
  ) async throws -> PhotosReply {
    let site = site.map { [("Sec-Fetch-Site", $0)] } ?? []
    return try await lab.send(
      .POST, path, nil, [("Content-Type", "application/x-www-form-urlencoded")] + site,
      Array("pin=\(PercentEncoding.component(pin))".utf8))
  }

  private func cookie(of reply: PhotosReply) -> String? {
    reply.headers.first(name: "Set-Cookie").flatMap { $0.split(separator: ";").first.map(String.init) }
  }

  @Test func `a link shows its album's pictures to a person without an account, and nothing else`() async throws {
    try await PhotosLab.run { lab in
      let shared = try await share(lab)
      let page = try await lab.get(shared.path, nil)
      #expect(page.status == 200 && page.text.contains("Mia &amp; Tom") && page.text.contains("Photos: 2"))
      #expect(page.text.contains(shared.picture(0, "2048")) && page.text.contains(shared.picture(1)))
      #expect(!page.text.contains("/picture/\(shared.photos[2].number)/"))
      // No name of a file, no way into the studio, no script that signs in or keeps anything.
      #expect(!page.text.contains("a.jpg") && !page.text.contains("studio.js") && !page.text.contains("/sign-in"))
      for size in PhotoSize.allCases {
        let picture = try await lab.get(shared.picture(0, size.rawValue), nil)
        #expect(picture.status == 200 && picture.bytes.starts(with: [0xFF, 0xD8]), "\(size)")
      }
      let unknown = try await lab.get("/shared/" + String(repeating: "A", count: 22), nil)
      #expect(unknown.status == 404)
      for path in [
        shared.picture(2), shared.original(0), shared.picture(0, "512"), shared.path + "/original/1",
        "\(shared.path)/picture/\(shared.photos[0].number)/000000000000/256.jpg", shared.path + "/picture/99/0/256.jpg",
        shared.path + "/../photos", shared.path + "/", shared.path + "?page=2", shared.path + "?page=0",
      ] {
        let reply = try await lab.get(path, nil)
        #expect(reply.status == 404 && reply.text == unknown.text, "\(path)")
      }
      // A photo that was taken out of the album is not shown from then on.
      _ = try await lab.photos.take([shared.photos[0]], from: shared.album)
      #expect(try await lab.get(shared.picture(0), nil).text == unknown.text)
      #expect(try await lab.get(shared.picture(1), nil).status == 200)
    }
  }

  @Test func `all photos of a link come as one archive, within its time and behind its PIN`() async throws {
    try await PhotosLab.run { lab in
      func zip(_ shared: Shared, _ cookie: String? = nil) async throws -> PhotosReply {
        try await lab.send(.GET, shared.path + "/photos.zip", nil, cookie.map { [("Cookie", $0)] } ?? [], nil)
      }
      func names(_ reply: PhotosReply) throws -> [String] {
        let reader = try ZIPReader(sizeBytes: UInt64(reply.bytes.count)) { offset, count throws(ArchiveFault) in
          Array(reply.bytes[Int(offset)..<Int(offset) + count])
        }
        for entry in reader.entries { #expect(try reader.read(entry).starts(with: [0xFF, 0xD8])) }
        return reader.entries.map(\.name)
      }
      let shared = try await share(lab, days: 1)
      #expect(try await lab.get(shared.path, nil).text.contains("href=\"\(shared.path)/photos.zip\""))
      let reply = try await zip(shared)
      #expect(reply.status == 200 && reply.headers.first(name: "Content-Type") == "application/zip")
      #expect(reply.headers.first(name: "Content-Disposition")?.contains("Mia%20%26%20Tom.zip") == true)
      #expect(reply.headers.first(name: "Referrer-Policy") == "no-referrer")
      #expect(reply.headers.first(name: "Cache-Control")?.contains("no-store") == true)
      // No name of a file.
      #expect(try names(reply) == ["Mia & Tom 1.jpg", "Mia & Tom 2.jpg"])
      // The third photo is in no album; one that is taken out is not sent.
      _ = try await lab.photos.take([shared.photos[0]], from: shared.album)
      #expect(try names(try await zip(shared)) == ["Mia & Tom 1.jpg"])
      let originals = try await share(lab, days: 30, originals: true)
      #expect(try names(try await zip(originals)) == ["a.jpg", "c.jpg"])
      let closed = try await share(lab, days: 30, pin: "123456")
      #expect(try await zip(closed).status == 404)
      let cookie = try #require(cookie(of: try await enter(lab, closed.path, "123456")))
      #expect(try await zip(closed, cookie).status == 200)
      lab.clock.advance(by: 86_400)
      #expect(try await zip(shared).status == 404)
    }
  }

  @Test func `so many archives are made at once, and each gives its place back`() {
    let slots = ArchiveSlots(most: 2)
    var taken = [slots.take(), slots.take()]
    #expect(!taken.contains { $0 == nil } && slots.take() == nil)
    taken.removeLast()
    taken.append(slots.take())
    #expect(taken.count == 2 && !taken.contains { $0 == nil } && slots.take() == nil)
  }

  @Test func `unknown, expired and turned off links get the same answer, and so does one whose album is gone`()
    async throws
  {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let (expired, off, gone) = (
        try await share(lab, days: 1), try await share(lab), try await share(lab, pin: "123456")
      )
      let link = try #require(try await lab.photos.links().first { $0.album == off.album })
      #expect(try await lab.post("/photos/links/remove", cookie, ["link": link.id]).status == 303)
      try await lab.photos.removeAlbum(gone.album)
      #expect(try await lab.photos.links().map(\.album) == [expired.album])
      lab.clock.advance(by: 86_399)
      #expect(try await lab.get(expired.path, nil).status == 200)
      lab.clock.advance(by: 1)
      let unknown = try await lab.get("/shared/" + AlbumLinkSecrets.token(), nil)
      #expect(unknown.status == 404 && unknown.text.contains("This link is not available"))
      let names = ["content-type", "cache-control", "content-security-policy", "referrer-policy", "x-robots-tag"]
      for path in [
        expired.path, off.path, gone.path, expired.picture(0), off.picture(0), "/shared/", "/shared/x", "/shared/%00",
      ] {
        let reply = try await lab.get(path, nil)
        #expect(reply.status == 404 && reply.text == unknown.text, "\(path)")
        for name in names {
          #expect(reply.headers.first(name: name) == unknown.headers.first(name: name), "\(path) \(name)")
        }
        let tried = try await enter(lab, path, "123456")
        #expect(tried.status == 404 && tried.text == unknown.text, "\(path)")
      }
    }
  }

  @Test func `answers are kept by no other's cache, listed nowhere, and tell no other site of the link`() async throws {
    try await PhotosLab.run { lab in
      let shared = try await share(lab, originals: true)
      for path in [shared.path, shared.picture(0), shared.original(0), "/shared/unknown"] {
        let reply = try await lab.get(path, nil)
        #expect(reply.headers.first(name: "Referrer-Policy") == "no-referrer", "\(path)")
        #expect(reply.headers.first(name: "X-Robots-Tag")?.contains("noindex") == true, "\(path)")
        let keeping = reply.headers.first(name: "Cache-Control") ?? ""
        #expect(keeping.contains("no-store") || keeping == "private, no-cache", "\(path) \(keeping)")
        #expect(reply.headers.first(name: "Set-Cookie") == nil && reply.headers.first(name: "X-Booth-Person") == nil)
        #expect(reply.headers.first(name: "X-Booth-Keep") == nil)
      }
      let tag = try #require(try await lab.get(shared.picture(0), nil).headers.first(name: "ETag"))
      let again = [("If-None-Match", tag)]
      #expect(try await lab.send(.GET, shared.picture(0), nil, again, nil).status == 304)
      // What a browser has of a link that was turned off is not shown as unchanged.
      let link = try #require(try await lab.photos.links().first)
      try await lab.photos.removeLink(link.id)
      #expect(try await lab.send(.GET, shared.picture(0), nil, again, nil).status == 404)
    }
  }

  @Test func `an original goes on where its connection broke, and only while it is the same file`() async throws {
    try await PhotosLab.run { lab in
      let shared = try await share(lab, originals: true)
      let path = shared.original(0)
      let whole = try await lab.get(path, nil)
      let tag = try #require(whole.headers.first(name: "ETag"))
      #expect(whole.status == 200 && whole.headers.first(name: "Accept-Ranges") == "bytes")
      let size = whole.bytes.count
      func get(_ headers: [(String, String)]) async throws -> PhotosReply {
        try await lab.send(.GET, path, nil, headers, nil)
      }
      let part = try await get([("Range", "bytes=10-19")])
      #expect(part.status == 206 && part.bytes == Array(whole.bytes[10..<20]))
      #expect(part.headers.first(name: "Content-Range") == "bytes 10-19/\(size)")
      #expect(part.headers.first(name: "X-Robots-Tag")?.contains("noindex") == true)
      let rest = try await get([("Range", "bytes=100-"), ("If-Range", tag)])
      #expect(rest.status == 206 && rest.bytes == Array(whole.bytes[100...]))
      #expect(try await get([("Range", "bytes=100-"), ("If-Range", "\"other\"")]).bytes == whole.bytes)
      #expect(try await get([("Range", "bytes=\(size)-")]).status == 416)
      let link = try #require(try await lab.photos.links().first)
      try await lab.photos.removeLink(link.id)
      #expect(try await get([("Range", "bytes=10-19")]).status == 404)
    }
  }

  @Test func `while an organisation's photos cannot be opened, an unknown link is not said to be gone`() async throws {
    try await PhotosLab.run(missing: .unavailable("a disk")) { lab in
      let shared = try await share(lab)
      #expect(try await lab.get(shared.path, nil).status == 200)
      let reply = try await lab.get("/shared/" + AlbumLinkSecrets.token(), nil)
      #expect(reply.status == 503 && reply.headers.first(name: "Retry-After") == "30")
      #expect(reply.text.contains(LinkText.table(.english)[.trouble] ?? "-") && !reply.text.contains("a disk"))
    }
  }

  @Test func `who is signed in makes no difference to a link`() async throws {
    try await PhotosLab.run { lab in
      let (open, closed) = (try await share(lab), try await share(lab, pin: "123456"))
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let stranger = try await lab.get(open.path, nil)
      let own = try await lab.get(open.path, cookie)
      #expect(own.text == stranger.text && !own.text.contains("data-person") && !own.text.contains("a@example.org"))
      #expect(try await lab.get(open.picture(2), cookie).status == 404)
      #expect(try await lab.get(closed.path, cookie).text.contains("Enter PIN"))
      #expect(try await lab.get(closed.picture(0), cookie).status == 404)
      // The other way round, a link opens nothing of the studio.
      let entered = try await enter(lab, closed.path, "123456")
      let pass = try #require(self.cookie(of: entered))
      for path in ["/photos", "/photos/layout.json", "/photos/links"] {
        let status = try await lab.send(.GET, path, nil, [("Cookie", pass)], nil).status
        #expect([303, 401].contains(status), "\(path)")
      }
    }
  }

  @Test func `originals are given only where they are allowed, byte for byte`() async throws {
    try await PhotosLab.run { lab in
      let (open, closed) = (try await share(lab, originals: true), try await share(lab))
      let reply = try await lab.get(open.original(0), nil)
      let file = try lab.folder.read("pictures/a.jpg")
      #expect(reply.status == 200 && reply.bytes == file)
      #expect(reply.headers.first(name: "Content-Disposition")?.contains("attachment") == true)
      #expect(reply.headers.first(name: "Content-Security-Policy")?.contains("sandbox") == true)
      #expect(try await lab.get(open.original(2), nil).status == 404)
      #expect(try await lab.get(closed.original(0), nil).status == 404)
      #expect(try await lab.get(open.path, nil).text.contains("data-original="))
      #expect(try await !lab.get(closed.path, nil).text.contains("original"))
    }
  }

  @Test func `a PIN opens its own link alone; its pass cannot be made without it`() async throws {
    try await PhotosLab.run { lab in
      let (one, other) = (try await share(lab, pin: "246810"), try await share(lab, pin: "135790"))
      #expect(try await lab.get(one.path, nil).text.contains("Enter PIN"))
      #expect(try await !lab.get(one.path, nil).text.contains("Mia"))
      #expect(try await lab.get(one.picture(0), nil).status == 404)
      #expect(try await enter(lab, one.path, "135790").status == 403)
      // Digits of other scripts, and blanks between.
      let entered = try await enter(lab, one.path, "٢٤٦ ٨١٠")
      #expect(entered.status == 303 && entered.headers.first(name: "Location") == one.path)
      let setting = try #require(entered.headers.first(name: "Set-Cookie"))
      #expect(setting.contains("Path=\(one.path);") && setting.contains("HttpOnly") && setting.contains("SameSite=Lax"))
      let pass = try #require(self.cookie(of: entered))
      #expect(try await lab.send(.GET, one.path, nil, [("Cookie", pass)], nil).text.contains("Mia"))
      #expect(try await lab.send(.GET, one.picture(0), nil, [("Cookie", pass)], nil).status == 200)
      #expect(try await lab.send(.GET, other.picture(0), nil, [("Cookie", pass)], nil).status == 404)
      #expect(try await lab.get("/shared/\(one.token)/picture/+1/000000000000/256.jpg", nil).status == 404)
      for forged in [
        AlbumLinkSecrets.proof(ofPIN: "246810", one.token), AlbumLinkSecrets.pass(one.token, day: 0, by: one.token),
        AlbumLinkSecrets.kept(one.token), String(repeating: "A", count: 43),
      ] {
        let reply = try await lab.send(.GET, one.picture(0), nil, [("Cookie", "booth_album=\(forged)")], nil)
        #expect(reply.status == 404)
      }
      #expect(try await enter(lab, one.path, "246810", site: "cross-site").status == 404)
      // A pass is good for a day or two, whatever a browser keeps.
      lab.clock.advance(by: 2 * 86_400)
      #expect(try await lab.send(.GET, one.picture(0), nil, [("Cookie", pass)], nil).status == 404)
      #expect(try await lab.send(.GET, one.path, nil, [("Cookie", pass)], nil).text.contains("Enter PIN"))
    }
  }

  @Test func `wrong PINs are counted on the disk, and soon wait; the right one waits as well`() async throws {
    try await PhotosLab.run { lab in
      let shared = try await share(lab, pin: "246810")
      for _ in 0..<5 { #expect(try await enter(lab, shared.path, "000000").status == 403) }
      let waiting = try await enter(lab, shared.path, "246810")
      #expect(waiting.status == 429 && waiting.headers.first(name: "Retry-After") == "60")
      #expect(waiting.headers.first(name: "Set-Cookie") == nil)
      // Another process, as after a restart, knows of them.
      let again = try DataFolderPhotos(data: lab.folder.path("data"))
      let opened = try #require(try await again.link(shared.token, at: 1000))
      #expect(try await again.tryPIN("246810", of: opened, at: 1000) == .wait(seconds: 60))
      await again.close()
      lab.clock.advance(by: 60)
      #expect(try await enter(lab, shared.path, "246810").status == 303)
      // The right one costs the next guest nothing, and makes no free tries of the wrong ones.
      #expect(try await enter(lab, shared.path, "246810").status == 303)
      #expect(try await enter(lab, shared.path, "000000").status == 403)
      #expect(try await enter(lab, shared.path, "246810").headers.first(name: "Retry-After") == "120")
      // What could be no PIN is no try.
      lab.clock.advance(by: 120)
      for odd in ["", "12", "letters"] { #expect(try await enter(lab, shared.path, odd).status == 403, "\(odd)") }
      #expect(try await enter(lab, shared.path, "246810").status == 303)
    }
  }

  @Test func `everybody who may add a photo to an album sees that people outside see it`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("carla@example.org", Standing(.employee))
      _ = try await share(lab)
      #expect(try await lab.get("/photos/albums", cookie).text.ranges(of: "Shared by link").count == 1)
      lab.clock.advance(by: 400 * 86_400)
      let later = try await lab.join("ben@example.org", Standing(.employee))
      #expect(try await !lab.get("/photos/albums", later).text.contains("Shared by link"))
    }
  }

  @Test func `tries beside each other are counted one by one`() async throws {
    try await PhotosLab.run { lab in
      let shared = try await share(lab, pin: "246810")
      let opened = try #require(try await lab.photos.link(shared.token, at: 1000))
      let answers = try await withThrowingTaskGroup(of: PINAnswer.self) { group in
        for _ in 0..<40 { group.addTask { try await lab.photos.tryPIN("111111", of: opened, at: 1000) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.filter { $0 == .wrong }.count == 5)
    }
  }

  @Test func `of secret and PIN only what proves them is on the disk`() async throws {
    try await PhotosLab.run { lab in
      let shared = try await share(lab, pin: "9876543210")
      let folder = lab.photos.folder.path
      for name in ["marks.sqlite", "marks.sqlite-wal", "marks.sqlite.copy", "marks.sqlite.copy-wal"] {
        guard let file = fopen(folder + "/" + name, "r") else { continue }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        for secret in [shared.token, "9876543210"] {
          #expect(bytes.firstRange(of: Array(secret.utf8)) == nil, "\(name)")
        }
      }
      #expect(shared.token.utf8.count == 22)
      #expect(Set((0..<100).map { _ in AlbumLinkSecrets.token() }).count == 100)
    }
  }

  @Test func `links are created, listed and turned off by people who may manage photos alone`() async throws {
    try await PhotosLab.run { lab in
      let shared = try await share(lab)
      guard case .own(let id) = shared.album else { return }
      for standing in Standing.all {
        let cookie = try await lab.join("\(standing.name)@example.org", standing)
        let may = [.admin, .manager].contains(standing.role)
        for path in ["/photos/links", "/photos/links?album=own-\(id)"] {
          #expect(try await lab.get(path, cookie).status == (may ? 200 : 403), "\(standing.name) \(path)")
        }
        let made = try await lab.post("/photos/links/make", cookie, ["album": "own-\(id)", "days": "30", "pin": ""])
        #expect(made.status == (may ? 303 : 403), "\(standing.name)")
        let link = try #require(try await lab.photos.links().first)
        #expect(try await lab.post("/photos/links/remove", cookie, ["link": link.id]).status == (may ? 303 : 403))
        #expect(try await lab.get("/photos/albums", cookie).text.contains("/photos/links") == may)
      }
      let cookie = try await lab.join("other@example.org", Standing(.admin))
      for (album, days) in [
        ("own-nothing", "30"), ("basket", "30"), ("own-\(id)", "0"), ("own-\(id)", "366"), ("own-\(id)", "x"),
      ] {
        let reply = try await lab.post("/photos/links/make", cookie, ["album": album, "days": days, "pin": ""])
        #expect(reply.status == 404, "\(album) \(days)")
      }
      for pin in ["12345", "1234567890123", "abcdef"] {
        let reply = try await lab.post(
          "/photos/links/make", cookie, ["album": "own-\(id)", "days": "30", "pin": pin])
        #expect(reply.status == 422 && reply.text.contains("6 to 12 digits"), "\(pin)")
      }
      let count = try await lab.photos.links().count
      let foreign = try await lab.post(
        "/photos/links/make", cookie, ["album": "own-\(id)", "days": "30", "pin": ""], token: "x")
      #expect(foreign.status == 403)
      #expect(try await lab.photos.links().count == count)
    }
  }

  @Test func `the link is shown once, under the studio's address; the list says when it was opened`() async throws {
    try await PhotosLab.run { lab in
      let shared = try await share(lab)
      guard case .own(let id) = shared.album else { return }
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      #expect(try await lab.get("/photos/links?album=own-\(id)", cookie).text.contains("Not opened yet"))
      _ = try await lab.get(shared.path, nil)
      _ = try await lab.get(shared.path, nil)
      lab.clock.advance(by: 60)
      _ = try await lab.get(shared.path, nil)
      let link = try #require(try await lab.photos.links().first)
      #expect(link.opened == 1060 && link.opens == 2)
      #expect(try await lab.get("/photos/links?album=own-\(id)", cookie).text.contains("Opened: 2"))
      _ = try await lab.post(
        "/photos/links/make", cookie, ["album": "own-\(id)", "days": "7", "pin": "123456", "originals": "1"])
      let page = try await lab.get("/photos/links?album=own-\(id)", cookie).text
      let start = try #require(page.firstRange(of: "value=\"\(lab.base)/shared/"))
      let token = String(page[start.upperBound...].prefix(22))
      let opened = try #require(try await lab.photos.link(token, at: 1060))
      #expect(opened.link.hasPIN && opened.link.allowsOriginals && opened.link.expires == 1060 + 7 * 86_400)
      #expect(try await !lab.get("/photos/links?album=own-\(id)", cookie).text.contains(token))
    }
  }
}
