import BoothCore
import Documents
import Locations
import StudioModel
import Testing

@testable import LocationSync

/// Documents, and who wrote last.
@Suite struct SyncRuleTests {
  private static let time: Int64 = 1_700_000_000_000_000
  private static let day: Int64 = 86_400_000_000

  private static func fields(_ change: (inout DocumentFields) -> Void = { _ in }) -> DocumentFields {
    var fields: DocumentFields = [
      "id": "gate", "title": "Gate", "notes": "", "latitude": 31.7767, "longitude": 35, "status": "notVisited",
      "historicalImageURL": "https://x/old", "newImageURL": .null,
      "createdAt": .timestamp(DocumentTimestamp(microseconds: time)),
      "updatedAt": .timestamp(DocumentTimestamp(microseconds: time)),
    ]
    change(&fields)
    return fields
  }

  private static func document(_ fields: DocumentFields, id: String = "gate", at: Int64 = time) throws -> StoredDocument
  {
    let moment = DocumentTimestamp(microseconds: at)
    return StoredDocument(
      path: try DocumentPath(try DocumentCollection("locations"), id), fields: fields, createTime: moment,
      updateTime: moment)
  }

  private static func ours(_ there: SyncedLocation) -> Location {
    var location = Location(
      id: there.id, title: there.title, latitude: there.latitude, longitude: there.longitude, pair: "gate",
      old: LocationPicture(name: "old.jpg", bytes: 3, checksum: "ab"),
      createdAt: WallTime(microseconds: there.createdAt))
    location.notes = there.notes
    location.status = LocationStatus(word: there.status)
    location.historicalImageURL = there.historicalImageURL
    location.updatedAt = WallTime(microseconds: there.updatedAt)
    return location
  }

  @Test func `a document has the app's ten fields, null for no new picture, and no path`() throws {
    let there = try SyncedLocation(Self.fields { $0["latitude"] = 31 })
    #expect(there.latitude == 31)
    #expect(there.fields == Self.fields { ($0["latitude"], $0["longitude"]) = (31.0, 35.0) })
    #expect(
      there.fields.all.map(\.name) == [
        "createdAt", "historicalImageURL", "id", "latitude", "longitude", "newImageURL", "notes", "status", "title",
        "updatedAt",
      ])
    #expect(SyncedLocation(Self.ours(there)) == there)
  }

  @Test(arguments: [
    "id", "title", "notes", "latitude", "longitude", "status", "historicalImageURL", "createdAt", "updatedAt",
  ])
  func `what the app could not read is named, and neither side is changed`(_ name: String) throws {
    for value in [nil, DocumentValue.boolean(true)] {
      let document = try Self.document(Self.fields { $0[name] = value })
      var sides = SyncSides(theirs: .init(document), now: Self.time)
      for _ in 0..<2 {
        let item = try #require(sides.item(named: "gate", mode: .both))
        guard case .unreadable(let words) = item.reason else { return #expect(Bool(false), "\(item)") }
        #expect(item.step == .leave && words.contains(name))
        sides.ours = Self.ours(try SyncedLocation(Self.fields()))
        sides.ours?.updatedAt = WallTime(microseconds: Self.time + Self.day)
      }
    }
  }

  @Test func `a document under another's name, or one that no booth can keep, is left as it is`() throws {
    let alien = try Self.document(Self.fields(), id: "other")
    #expect(SyncSides.Theirs(alien) == .unreadable("says that its id is gate"))
    let huge = try Self.document(Self.fields { $0["notes"] = .string(String(repeating: "x", count: 1 << 20)) })
    #expect(SyncSides.Theirs(huge) == .unreadable("has notes of over 65536 bytes"))
    let empty = try Self.document(Self.fields { $0["historicalImageURL"] = "" })
    #expect(SyncSides(theirs: .init(empty), now: Self.time).item(named: "gate", mode: .both)?.reason == .noOldPicture)
  }

  @Test func `an unknown status is not visited here, and stays what it is there`() throws {
    let there = try SyncedLocation(Self.fields { $0["status"] = "underWater" })
    var location = Self.ours(there)
    #expect(location.status == .notVisited)
    location.title = "Other"
    #expect(SyncedLocation(location, known: there).status == "underWater")
    location.status = .completed
    #expect(SyncedLocation(location, known: there).status == "completed")
  }

  /// What is decided where ours and theirs were edited so long after they agreed, in microseconds.
  private static func decide(
    ours: Int64?, theirs: Int64?, writtenAt: Int64? = nil, agreed: Bool = true, now: Int64 = time + 10 * day
  ) throws -> SyncItem? {
    let base = try SyncedLocation(Self.fields())
    var location = Self.ours(base)
    if let ours {
      location.title = "Ours"
      location.updatedAt = WallTime(microseconds: time + ours)
    }
    let document = try Self.document(
      Self.fields {
        guard let theirs else { return }
        $0["title"] = "Theirs"
        $0["updatedAt"] = .timestamp(DocumentTimestamp(microseconds: time + theirs))
      }, at: time + (writtenAt ?? theirs ?? 0))
    return SyncSides(
      ours: location, note: agreed ? SyncNote(agreed: base, serverTime: time) : nil, theirs: .init(document), now: now
    ).item(named: "gate", mode: .both)
  }

  @Test func `the later write wins, and at the same moment theirs`() throws {
    #expect(try Self.decide(ours: nil, theirs: nil)?.step == .same)
    #expect(try Self.decide(ours: 5, theirs: nil)?.reason == .editedHere)
    #expect(try Self.decide(ours: nil, theirs: 5)?.reason == .editedThere)
    for agreed in [true, false] {
      #expect(try Self.decide(ours: 9, theirs: 5, agreed: agreed)?.reason == .oursNewer)
      #expect(try Self.decide(ours: 5, theirs: 9, agreed: agreed)?.reason == .theirsNewer)
      #expect(try Self.decide(ours: 5, theirs: 5, agreed: agreed)?.reason == .theirsNewer)
    }
    #expect(try Self.decide(ours: nil, theirs: -9, writtenAt: 3)?.reason == .staleThere)
  }

  @Test func `a clock that is wrong by a day wins nothing, and loses nothing that only it has`() throws {
    // Theirs says tomorrow, but was written before ours.
    #expect(try Self.decide(ours: 9, theirs: Self.day, writtenAt: 5)?.reason == .oursNewer)
    // Ours says tomorrow, and now is before theirs.
    #expect(try Self.decide(ours: Self.day, theirs: 9, now: Self.time + 7)?.reason == .theirsNewer)
    // Ours was edited after both agreed, whatever its clock says; and it is not taken for an old copy.
    let late = try #require(try Self.decide(ours: -Self.day, theirs: nil))
    #expect(late.reason == .editedHere && late.document?.updatedAt == Self.time + 1000)
  }

  @Test func `moments that the app has set anew are put right, and beat no edit of ours`() throws {
    let base = try SyncedLocation(Self.fields())
    let reset = try Self.document(
      Self.fields {
        for name in ["createdAt", "updatedAt"] {
          $0[name] = .timestamp(DocumentTimestamp(microseconds: Self.time + Self.day))
        }
      }, at: Self.time + Self.day)
    var sides = SyncSides(
      ours: Self.ours(base), note: SyncNote(agreed: base, serverTime: Self.time), theirs: .init(reset),
      now: Self.time + Self.day)
    let item = try #require(sides.item(named: "gate", mode: .both))
    #expect(item.step == .push && item.reason == .timesReset && item.document == base)
    sides.ours?.title = "Ours"
    sides.ours?.updatedAt = WallTime(microseconds: Self.time + 5)
    #expect(sides.item(named: "gate", mode: .both)?.reason == .editedHere)
  }

  @Test func `what was deleted and put back as it was is deleted again; what was edited since lives`() throws {
    let base = try SyncedLocation(Self.fields())
    let tombstone = SyncTombstone(deletedAt: Self.time + 5, location: base)
    let reset = try Self.document(
      Self.fields { $0["updatedAt"] = .timestamp(DocumentTimestamp(microseconds: Self.time + 9)) }, at: Self.time + 9)
    var sides = SyncSides(theirs: .init(reset), tombstone: tombstone, now: Self.time + 10)
    #expect(sides.item(named: "gate", mode: .both)?.step == .deleteThere)
    sides.ours = Self.ours(base)
    sides.note = SyncNote(agreed: base, serverTime: Self.time)
    #expect(sides.item(named: "gate", mode: .both)?.step == .deleteBoth)
    sides.ours?.title = "Edited"
    sides.ours?.updatedAt = WallTime(microseconds: Self.time + 8)
    let item = try #require(sides.item(named: "gate", mode: .both))
    #expect(item.step == .push && item.reason == .editedAfterDeletion && item.clearsTombstone)
    #expect(sides.item(named: "gate", mode: .pull)?.reason == .otherWay(.pull))
    #expect(try SyncTombstone(Self.document(tombstone.fields(of: base.id), at: Self.time + 5)) == tombstone)
  }

  @Test func `checksums are Google's`() {
    // RFC 3720, appendix B.4: "123456789" of the Castagnoli polynomial.
    #expect(CRC32C.of(Array("123456789".utf8)) == 0xE306_9283)
    #expect(CRC32C.text(0xE306_9283) == "4waSgw==" && CRC32C.read("4waSgw==") == 0xE306_9283)
    #expect(CRC32C.read("4waSgw") == nil && CRC32C.read("") == nil)
  }
}
