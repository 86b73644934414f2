import BoothCore
import BoothTesting
import Locations
import Testing

@testable import BoothVault

/// A process dies at each step of a change: the next start finds what was answered, and no half of anything.
@Suite struct LocationCrashTests {
  let time = WallTime(unixSeconds: 1_770_000_000)
  let location = LocationStoreConformance.location("gate")

  /// Runs `change` with the disk and the database dying after ever more steps, until it is done; each time the next start is
  /// looked at.
  private func dying(
    _ prepare: (LocationVault) throws -> Void, _ change: (LocationVault) throws -> Void,
    _ look: (_ vault: LocationVault, _ wasAnswered: Bool) throws -> Void
  ) throws {
    var steps = 0
    while true {
      let (disk, ledger) = (MemoryDisk(), MemoryLocationLedger())
      let vault = LocationVault(disk: disk, ledger: ledger)
      _ = try vault.open()
      try prepare(vault)
      // Commits are steps of their own: the disk dies first, or the database does.
      let (ofDisk, ofDatabase) = (steps / 3, steps % 3)
      disk.die(after: ofDisk)
      ledger.die(after: ofDatabase)
      var wasAnswered = false
      do {
        try change(vault)
        wasAnswered = true
      } catch is StoreError {}
      disk.die(after: nil)
      ledger.die(after: nil)
      let notes = try vault.open()
      #expect(notes.allSatisfy { $0.contains("that the books did not know w") }, "\(steps): \(notes)")
      try look(vault, wasAnswered)
      #expect(disk.files.allSatisfy { !$0.hasSuffix(".part") && !$0.contains("/.") }, "\(steps): \(disk.files)")
      if wasAnswered, ofDisk > 60 { return }
      steps += 1
      try #require(steps < 1000)
    }
  }

  private func expectWhole(_ vault: LocationVault, _ location: Location) throws {
    let folder = LocationVault.folder(of: location.id)
    var files = ["\(folder)/\(location.old.name)", "\(folder)/location.json"]
    files += location.versions.map { "\(folder)/\($0.picture.name)" }
    files += location.marks.map { ["\(folder)/\($0.anchor.name)"] } ?? []
    #expect((vault.disk as? MemoryDisk)?.files == files.sorted())
    for picture in location.pictures {
      #expect(try vault.disk.fingerprint("\(folder)/\(picture.name)")?.checksum == picture.checksum)
    }
    let sheet = try LocationSheet.read(vault.disk.read("\(folder)/location.json"), of: location.id).get()
    #expect(sheet.location == location && sheet.deletedAt == nil)
  }

  @Test func `an import that dies has brought a location whole, or nothing of it`() throws {
    try dying { _ in
    } _: { vault in
      try vault.add(location, old: LocationStoreConformance.picture(1))
    } _: { vault, wasAnswered in
      if let kept = try vault.ledger.location(location.id) {
        try expectWhole(vault, kept)
      } else {
        #expect(!wasAnswered)
        #expect((vault.disk as? MemoryDisk)?.files == [])
        try vault.add(location, old: LocationStoreConformance.picture(1))
      }
    }
  }

  @Test(arguments: [true, false])
  func `points that were answered stay with their frame, and others leave those before whole`(_ isSet: Bool) throws {
    let marks = (LocationStoreConformance.marks(2, count: 4), LocationStoreConformance.marks(3, count: 5))
    try dying { vault in
      try vault.add(location, old: LocationStoreConformance.picture(1))
      try vault.setMarks((marks.0.points, LocationStoreConformance.picture(2), nil), of: location.id, at: time)
    } _: { vault in
      try vault.setMarks(
        isSet ? (marks.1.points, LocationStoreConformance.picture(3), nil) : nil, of: location.id, at: time)
    } _: { vault, wasAnswered in
      let kept = try #require(try vault.ledger.location(location.id))
      let after = isSet ? marks.1.points : nil
      #expect(kept.marks?.points == after || !wasAnswered && kept.marks?.points == marks.0.points)
      try expectWhole(vault, kept)
    }
  }

  @Test func `a new picture that was answered stays, and one that was not is whole or gone`() throws {
    try dying { vault in
      try vault.add(location, old: LocationStoreConformance.picture(1))
    } _: { vault in
      _ = try vault.addVersion(
        NewVersion(id: "v", takenAt: time), of: location.id, LocationStoreConformance.picture(2))
    } _: { vault, wasAnswered in
      let kept = try #require(try vault.ledger.location(location.id))
      try expectWhole(vault, kept)
      #expect(kept.versions.count == 1 || !wasAnswered)
      let again = try vault.addVersion(
        NewVersion(id: "v", takenAt: time), of: location.id, LocationStoreConformance.picture(2))
      try expectWhole(vault, try #require(try vault.ledger.location(location.id)))
      #expect(kept.versions.isEmpty || kept.versions == [again])
    }
  }

  @Test func `a change that dies is made or not, the same in the books and in the folder`() throws {
    try dying { vault in
      try vault.add(location, old: LocationStoreConformance.picture(1))
    } _: { vault in
      var changed = try #require(try vault.ledger.location(location.id))
      changed.title = "Renamed"
      try vault.change(changed)
    } _: { vault, wasAnswered in
      let kept = try #require(try vault.ledger.location(location.id))
      try expectWhole(vault, kept)
      #expect(kept.title == "Renamed" || !wasAnswered)
    }
  }

  @Test func `a deletion that dies is finished, or was never decided`() throws {
    try dying { vault in
      try vault.add(location, old: LocationStoreConformance.picture(1))
      _ = try vault.addVersion(
        NewVersion(id: "v", takenAt: time), of: location.id, LocationStoreConformance.picture(2))
    } _: { vault in
      try vault.delete(location.id, at: time)
    } _: { vault, wasAnswered in
      if let kept = try vault.ledger.location(location.id) {
        #expect(!wasAnswered)
        try expectWhole(vault, kept)
      } else {
        #expect((vault.disk as? MemoryDisk)?.files == [])
        #expect(try vault.ledger.leaving() == [])
      }
    }
  }

  @Test func `a location that was being deleted as the books were lost does not come back`() throws {
    let disk = MemoryDisk()
    let vault = LocationVault(disk: disk, ledger: MemoryLocationLedger())
    _ = try vault.open()
    try vault.add(location, old: LocationStoreConformance.picture(1))
    let kept = try #require(try vault.ledger.location(location.id))
    try vault.writeSheet(of: kept, deletedAt: time)
    let anew = LocationVault(disk: disk, ledger: MemoryLocationLedger())
    #expect(try anew.open() == [])
    #expect(try anew.ledger.ids() == [] && disk.files == [])
  }
}
