import BoothCore
import FoundationEssentials
public import Locations
public import Testing

/// What every ``LocationStore`` promises: run all `checks`, each on an empty store of its own.
public struct LocationStoreConformance: Sendable, CustomTestStringConvertible {
  /// A store, and the next process's.
  public struct Subject: Sendable {
    let store: any LocationStore
    let reopen: @Sendable () throws -> any LocationStore

    public init(_ store: any LocationStore, reopen: @escaping @Sendable () throws -> any LocationStore) {
      self.store = store
      self.reopen = reopen
    }
  }

  public let testDescription: String
  public let run: @Sendable (Subject) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  static let time = WallTime(unixSeconds: 1_770_000_000.25, secondsFromUTC: 7200, trusted: false)
  static let later = WallTime(unixSeconds: 1_770_000_100, secondsFromUTC: 7200)
  /// Begins like a JPEG; the rest is not looked at.
  public static func picture(_ number: UInt8) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0, number, 1, 2, 3] }

  /// A location that has everything.
  public static func location(_ id: String = "jaffa-gate") -> Location {
    var location = Location(
      id: LocationID(id)!, title: "Jaffa Gate “שער יפו”", latitude: 31.776_7, longitude: 35.227_6, pair: "pair-\(id)",
      old: LocationPicture(name: "", bytes: 0, checksum: "", size: PixelSize(width: 800, height: 600)), createdAt: time)
    location.notes = "Stand on the\nkerb; \"quoted\""
    location.bearing = 271.5
    location.accuracy = 4
    location.provenance.archive = "Library of Congress"
    location.provenance.date = "about 1900"
    return location
  }

  /// Points that lie all over, in a frame of these bytes.
  public static func marks(_ frame: UInt8, count: Int) -> NewMarks {
    let points = (0..<count).map { index in
      let share = Double(index) / Double(count)
      return MarkPair(
        old: PicturePoint(x: share, y: share * share), frame: PicturePoint(x: 1 - share, y: 0.25 + share / 3))
    }
    return NewMarks(points: points, frame: .bytes(picture(frame)), size: PixelSize(width: 640, height: 360))
  }

  static func expectRefusal(
    _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ call: () async throws -> Void
  ) async {
    let error = await #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try await call() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.subject.isEmpty == false && error?.detail.isEmpty == false, sourceLocation: sourceLocation)
  }

  public static let checks = [
    LocationStoreConformance("a location is kept with its old picture, and the next process finds it") {
      try await $0.store.add(location(), old: .bytes(picture(1)))
      let kept = try #require(try await $0.store.location(location().id))
      #expect(kept.old.name == "old.jpg" && kept.old.bytes == 8 && !kept.old.checksum.isEmpty)
      #expect(kept.old.size == PixelSize(width: 800, height: 600))
      var expected = location()
      expected.old = kept.old
      #expect(kept == expected)
      #expect(try shownBytes($0.store.path(of: kept.old, in: kept.id)) == picture(1))
      let next = try $0.reopen()
      #expect(try await next.locations() == [kept])
      #expect(try await next.location(LocationID("nobody")!) == nil)
    },
    LocationStoreConformance("a picture is called by what its bytes are, and what is no JPEG or PNG is refused") {
      let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
      try await $0.store.add(location(), old: .bytes(png))
      #expect(try await $0.store.locations().map(\.old.name) == ["old.png"])
      await expectRefusal(.failed) { [store = $0.store] in
        try await store.add(location("other"), old: .bytes([0x49, 0x49, 0x2A, 0, 1]))
      }
      await expectRefusal(.failed) { [store = $0.store] in try await store.add(location("other"), old: .bytes([])) }
      #expect(try await $0.reopen().locations().map(\.id) == [location().id])
    },
    LocationStoreConformance("a second location of the same id is refused, and the first is as it was") {
      try await $0.store.add(location(), old: .bytes(picture(1)))
      var other = location()
      other.title = "Another"
      await expectRefusal(.failed) { [store = $0.store, other] in try await store.add(other, old: .bytes(picture(2))) }
      let kept = try #require(try await $0.reopen().location(other.id))
      #expect(kept.title == location().title)
      #expect(try shownBytes($0.store.path(of: kept.old, in: kept.id)) == picture(1))
    },
    LocationStoreConformance("what a person changes is kept; files, versions, the pair and its making stay") {
      try await $0.store.add(location(), old: .bytes(picture(1)))
      let kept = try #require(try await $0.store.location(location().id))
      var changed = kept
      changed.title = "Renamed"
      changed.status = .inaccessible
      changed.latitude = -12.5
      changed.provenance.author = "E. Photographer"
      changed.updatedAt = later
      changed.pair = "other"
      changed.createdAt = later
      changed.old.name = "elsewhere.jpg"
      try await $0.store.change(changed)
      changed.pair = kept.pair
      changed.createdAt = kept.createdAt
      changed.old = kept.old
      #expect(try await $0.reopen().location(kept.id) == changed)
    },
    LocationStoreConformance("what cannot be is refused, and nothing changes") {
      try await $0.store.add(location(), old: .bytes(picture(1)))
      let kept = try #require(try await $0.store.location(location().id))
      for spoil: @Sendable (inout Location) -> Void in [
        { $0.title = " " }, { $0.latitude = 90.001 }, { $0.longitude = .nan }, { $0.bearing = 360 },
        { $0.accuracy = -1 }, { $0.chosen = "nothing" }, { $0.updatedAt.unixSeconds = .infinity },
      ] {
        var spoilt = kept
        spoil(&spoilt)
        await expectRefusal(.failed) { [store = $0.store, spoilt] in try await store.change(spoilt) }
      }
      var unknown = kept
      unknown.id = LocationID("nobody")!
      await expectRefusal(.notFound) { [store = $0.store, unknown] in try await store.change(unknown) }
      #expect(try await $0.reopen().locations() == [kept])
    },
    LocationStoreConformance("a new picture is kept and chosen, and completes its location; asked again it is the same")
    {
      try await $0.store.add(location(), old: .bytes(picture(1)))
      let session = SessionID(randomBytes: Array(repeating: 7, count: 16))
      let id = location().id
      let first = try await $0.store.addVersion("v-1", of: id, from: .bytes(picture(2)), session: session, at: later)
      #expect(first.takenAt == later && first.session == session && first.picture.name == "versions/v-1.jpg")
      let again = try await $0.store.addVersion("v-1", of: id, from: .bytes(picture(9)), session: nil, at: time)
      #expect(again == first)
      let second = try await $0.store.addVersion("v-2", of: id, from: .bytes(picture(3)), session: nil, at: later)
      let kept = try #require(try await $0.reopen().location(id))
      #expect(kept.versions == [first, second] && kept.chosenVersion == second && kept.status == .completed)
      #expect(kept.updatedAt == later && kept.createdAt == time)
      #expect(try shownBytes($0.store.path(of: first.picture, in: id)) == picture(2))
      #expect(try shownBytes($0.store.path(of: second.picture, in: id)) == picture(3))
      var back = kept
      back.chosen = "v-1"
      try await $0.store.change(back)
      #expect(try await $0.reopen().location(id)?.chosenVersion == first)
    },
    LocationStoreConformance("a new picture of nothing, of no name or of no picture is refused") {
      try await $0.store.add(location(), old: .bytes(picture(1)))
      let id = location().id
      await expectRefusal(.notFound) { [store = $0.store] in
        _ = try await store.addVersion(
          "v", of: LocationID("nobody")!, from: .bytes(picture(2)), session: nil, at: time)
      }
      for (name, bytes) in [("../v", picture(2)), ("", picture(2)), ("v", [1, 2, 3])] {
        await expectRefusal(.failed) { [store = $0.store] in
          _ = try await store.addVersion(name, of: id, from: .bytes(bytes), session: nil, at: time)
        }
      }
      #expect(try await $0.reopen().location(id)?.versions == [])
    },
    LocationStoreConformance("marked points are kept with their frame, once, and others take their place") {
      try await $0.store.add(location(), old: .bytes(picture(1)))
      let id = location().id
      try await $0.store.setMarks(marks(2, count: 4), of: id, at: later)
      let first = try #require(try await $0.reopen().location(id))
      #expect(first.marks?.points == marks(2, count: 4).points && first.updatedAt == later)
      let anchor = try #require(first.marks?.anchor)
      #expect(anchor.size == PixelSize(width: 640, height: 360) && anchor.name.hasPrefix(LocationMarks.prefix))
      #expect(try shownBytes($0.store.path(of: anchor, in: id)) == picture(2))
      // What else happens to the location leaves them alone.
      _ = try await $0.store.addVersion("v", of: id, from: .bytes(picture(3)), session: nil, at: later)
      var renamed = try #require(try await $0.store.location(id))
      renamed.title = "Renamed"
      renamed.marks = nil
      try await $0.store.change(renamed)
      #expect(try await $0.reopen().location(id)?.marks == first.marks)
      try await $0.store.setMarks(marks(4, count: 6), of: id, at: later)
      let second = try #require(try await $0.reopen().location(id)?.marks)
      #expect(second.points.count == 6)
      #expect(try shownBytes($0.store.path(of: second.anchor, in: id)) == picture(4))
      #expect(!FileManager.default.fileExists(atPath: $0.store.path(of: anchor, in: id)))
      try await $0.store.setMarks(nil, of: id, at: later)
      #expect(try await $0.reopen().location(id)?.marks == nil)
      #expect(!FileManager.default.fileExists(atPath: $0.store.path(of: second.anchor, in: id)))
    },
    LocationStoreConformance("points that cannot be are refused, and those that were marked stay") {
      try await $0.store.add(location(), old: .bytes(picture(1)))
      let id = location().id
      try await $0.store.setMarks(marks(2, count: 5), of: id, at: later)
      let kept = try await $0.store.location(id)
      var outside = marks(3, count: 4)
      outside.points[2].frame.x = 1.01
      var nowhere = marks(3, count: 4)
      nowhere.points[0].old.y = .nan
      var nothing = marks(3, count: 4)
      nothing.frame = .bytes([1, 2, 3])
      for spoilt in [marks(3, count: 3), marks(3, count: 65), outside, nowhere, nothing] {
        await expectRefusal(.failed) { [store = $0.store, spoilt] in try await store.setMarks(spoilt, of: id, at: time)
        }
      }
      await expectRefusal(.notFound) { [store = $0.store] in
        try await store.setMarks(marks(3, count: 4), of: LocationID("nobody")!, at: time)
      }
      #expect(try await $0.reopen().location(id) == kept)
    },
    LocationStoreConformance(
      "a photo of an earlier day changes the location when it is kept, not when it was taken"
    ) {
      let id = location().id
      try await $0.store.add(location(), old: .bytes(picture(1)))
      var new = NewVersion(id: "v", takenAt: WallTime(unixSeconds: 1000))
      new.keptAt = later
      _ = try await $0.store.addVersion(new, of: id, from: .bytes(picture(2)))
      let kept = try #require(try await $0.reopen().location(id))
      #expect(kept.updatedAt == later && kept.versions.map(\.takenAt.unixSeconds) == [1000])
    },
    LocationStoreConformance(
      "size and place of a new picture come back, and how it lies on the old one"
    ) {
      let id = location().id
      try await $0.store.add(location(), old: .bytes(picture(1)))
      let fix = try #require(PositionFix(latitude: 31.7, longitude: 35.2, accuracy: 4.5))
      let new = NewVersion(id: "v", takenAt: later, size: PixelSize(width: 30, height: 20), fix: fix)
      let version = try await $0.store.addVersion(new, of: id, from: .bytes(picture(2)))
      #expect(version.fix == fix && version.picture.size == PixelSize(width: 30, height: 20))
      let old = try #require(try await $0.store.location(id)).old.checksum
      var found = KeptRegistration(
        verdict: "accepted", method: "features", confidence: 0.75, transform: [1, 0, 5.5, 0, 1, -2, 0, 1e-7, 1],
        program: "0.1.0", old: old, new: version.picture.checksum)
      found.region = KeptRegion(corners: [1, 2, 25.5, 2, 25.5, 18.25], share: 0.4)
      found.cells = KeptCells(tenths: (0..<64).map { $0 % 10 })
      found.deviation = 0.0125
      try await $0.store.keep(found, of: "v", at: id)
      let kept = try #require(try await $0.reopen().location(id))
      #expect(kept.versions.map(\.registration) == [found] && kept.versions.map(\.fix) == [fix])
      #expect(kept.updatedAt == later)
      // Another change leaves it, and another registration takes its place.
      var renamed = kept
      renamed.title = "Renamed"
      renamed.crop = KeptCrop(PixelRect(x: 3, y: 2, width: 64, height: 40), isFound: true)
      try await $0.store.change(renamed)
      #expect(try await $0.reopen().location(id)?.crop == renamed.crop)
      (found.transform, found.region, found.deviation, found.cells) = (nil, nil, nil, nil)
      found.verdict = "tooLittleFound"
      try await $0.store.keep(found, of: "v", at: id)
      #expect(try await $0.reopen().location(id)?.versions.map(\.registration) == [found])
      found.new = "abc"
      await expectRefusal(.failed) { [store = $0.store, found] in try await store.keep(found, of: "v", at: id) }
      await expectRefusal(.notFound) { [store = $0.store, found] in try await store.keep(found, of: "w", at: id) }
    },
    LocationStoreConformance(
      "an id that differs from another in capitals alone is refused"
    ) {
      try await $0.store.add(location("gate"), old: .bytes(picture(1)))
      await expectRefusal(.failed) { [store = $0.store] in
        try await store.add(location("Gate"), old: .bytes(picture(2)))
      }
      let id = location("gate").id
      _ = try await $0.store.addVersion("v", of: id, from: .bytes(picture(2)), session: nil, at: time)
      await expectRefusal(.failed) { [store = $0.store] in
        _ = try await store.addVersion("V", of: id, from: .bytes(picture(3)), session: nil, at: time)
      }
      let kept = try await $0.reopen().locations()
      #expect(kept.map(\.id) == [id] && kept.first?.versions.map(\.id) == ["v"])
    },
    LocationStoreConformance("a file that a picture comes from stays as it is") {
      let folder = try TemporaryFolder()
      try folder.put("old.jpg", picture(1))
      try await $0.store.add(location(), old: .file(folder.path("old.jpg")))
      _ = try await $0.store.addVersion(
        "v", of: location().id, from: .file(folder.path("old.jpg")), session: nil, at: time)
      #expect(try folder.read("old.jpg") == picture(1))
      await expectRefusal(.notFound) { [store = $0.store] in
        try await store.add(location("other"), old: .file(folder.path("nothing.jpg")))
      }
      #expect(try await $0.reopen().locations().count == 1)
    },
    LocationStoreConformance("a deleted location is gone with its pictures, and its id may come in again") {
      let id = location().id
      try await $0.store.add(location(), old: .bytes(picture(1)))
      let version = try await $0.store.addVersion("v", of: id, from: .bytes(picture(2)), session: nil, at: time)
      let kept = try #require(try await $0.store.location(id))
      try await $0.store.delete(id, at: later)
      for picture in [kept.old, version.picture] {
        #expect(!FileManager.default.fileExists(atPath: $0.store.path(of: picture, in: id)))
      }
      await expectRefusal(.notFound) { [store = $0.store] in try await store.delete(id, at: later) }
      let next = try $0.reopen()
      #expect(try await next.locations() == [])
      try await next.add(location(), old: .bytes(picture(3)))
      let again = try #require(try await next.location(id))
      #expect(again.versions == [] && again.status == .notVisited)
      #expect(try shownBytes(next.path(of: again.old, in: id)) == picture(3))
    },
  ]
}

/// A file as anybody reads it by its path.
func shownBytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
