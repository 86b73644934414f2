public import BoothCore
public import Locations

/// Where no location gets lost: the order in which their files and database are written, over a ``Disk`` and a
/// ``LocationLedger``.
///
/// `locations/ID/` has the old picture, `versions/` with the new ones, and `location.json`, which tells it all again. A
/// picture is on the disk before the database names it; the database says that a location leaves before its files go. Every call
/// is durable when it returns, and a call that throws has changed nothing that anybody was told of.
///
/// Calls block, and are made by one thread of one process at a time: the thread that opens the folder holds its lock.
public struct LocationVault: Sendable {
  /// Where all files are written; its root is the data folder.
  public let disk: any Disk
  public let ledger: any LocationLedger

  /// Touches neither; ``open()`` does.
  public init(disk: any Disk, ledger: any LocationLedger) {
    self.disk = disk
    self.ledger = ledger
  }

  /// The folder of all locations, in the data folder.
  public static let folder = "locations"
  static let versions = "versions"
  /// What the folder of a location is called until a batch of them is on the disk, and while what was not reported is
  /// taken away: swept at a start. No ``LocationID`` has a dot.
  static let stagedPrefix = ".staged-"
  static let droppedPrefix = ".dropped-"
  /// Names the location whose files and database are being changed: at the next start the two are held together.
  static let pendingPath = "\(folder)/.pending"

  /// The path of a location's folder in the data folder.
  public static func folder(of id: LocationID) -> String { "\(folder)/\(id)" }
  static func sheetPath(in folder: String) -> String { "\(folder)/\(LocationSheet.name)" }

  /// The largest picture that is kept, in bytes. A photograph of 200 megapixels as JPEG has some 100 MB.
  public static let largestPicture = 256 << 20

  /// What the bytes of a picture are named, after `stem`; refuses what is no JPEG or PNG.
  static func name(_ stem: String, of bytes: [UInt8]) throws(StoreError) -> String {
    let format = PictureFormat(beginningWith: bytes)
    guard let ending = format?.fileExtension else {
      throw StoreError(
        .failed, subject: stem, detail: "is \(format?.words ?? "no picture that booth knows"); expected a JPEG or a PNG"
      )
    }
    guard bytes.count <= largestPicture else {
      throw StoreError(
        .failed, subject: stem, detail: "has \(bytes.count) bytes; a picture may have \(largestPicture) at most")
    }
    return "\(stem).\(ending)"
  }

  /// - Parameter known: the bytes' fingerprint, if it is known already.
  func picture(
    _ stem: String, _ bytes: [UInt8], size: PixelSize?, known: Fingerprint? = nil
  ) throws(StoreError) -> LocationPicture {
    let name = try Self.name(stem, of: bytes)
    let fingerprint = known ?? disk.fingerprint(of: bytes)
    return LocationPicture(name: name, bytes: fingerprint.sizeBytes, checksum: fingerprint.checksum, size: size)
  }

  static func unknown(_ id: LocationID) -> StoreError {
    StoreError(.notFound, subject: id.text, detail: "there is no such location, or it was deleted")
  }

  func known(_ id: LocationID) throws(StoreError) -> Location {
    guard let location = try ledger.location(id) else { throw Self.unknown(id) }
    return location
  }

  static func check(_ location: Location) throws(StoreError) {
    if let fault = location.keptFault {
      throw StoreError(.failed, subject: location.id.text, detail: "the location \(fault)")
    }
  }

  /// Adds one location: a batch of one.
  public func add(_ location: Location, old: [UInt8]) throws(StoreError) {
    var batch = LocationBatch(self)
    do throws(StoreError) {
      try batch.stage(location, old: old)
      _ = try batch.commit()
    } catch {
      batch.dropStaged()
      throw error
    }
  }

  /// Changes what a person may change; files, versions, marked points, the pair's name and the time it was made stay.
  public func change(_ location: Location) throws(StoreError) {
    try settlePending()
    let before = try known(location.id)
    var after = location
    after.versions = before.versions
    after.old = before.old
    after.pair = before.pair
    after.createdAt = before.createdAt
    after.marks = before.marks
    // Its address is the other picture's.
    if after.chosen != before.chosen, after.newImageURL == before.newImageURL { after.newImageURL = nil }
    try Self.check(after)
    guard after != before else { return }
    try replace(before, by: after)
  }

  /// Keeps a new picture, chooses it, and makes the location completed. A version that is there already is given again,
  /// whatever the bytes now are.
  public func addVersion(
    _ new: NewVersion, of location: LocationID, _ bytes: [UInt8]
  ) throws(StoreError) -> LocationVersion {
    try settlePending()
    // A clock that was never set may say anything; the picture is kept all the same.
    let (id, time) = (new.id, new.takenAt.kept)
    let before = try known(location)
    if let there = before.versions.first(where: { $0.id == id }) { return there }
    guard LocationID(id) != nil else {
      throw StoreError(
        .failed, subject: "version \"\(id)\"", detail: "is no version's id: expected 1 to 64 letters, digits, - and _")
    }
    guard !before.versions.contains(where: { $0.id.lowercased() == id.lowercased() }) else {
      throw StoreError(
        .failed, subject: "version \"\(id)\"", detail: "there is one whose id differs from this in capitals alone")
    }
    var version = LocationVersion(
      id: id, picture: try picture("\(Self.versions)/\(id)", bytes, size: new.size), takenAt: time,
      session: new.session)
    version.fix = new.fix
    var after = before
    after.versions.append(version)
    after.chosen = id
    after.newImageURL = nil
    after.status = .completed
    after.updatedAt = new.keptAt?.kept ?? time
    try Self.check(after)
    let folder = Self.folder(of: location)
    let path = "\(folder)/\(version.picture.name)"
    try begin(location)
    do throws(StoreError) {
      try disk.makeFolderDurably("\(folder)/\(Self.versions)")
      _ = try disk.writeDurably(bytes, to: path)
      try writeSheet(of: after)
      try ledger.commit([.put(after)])
    } catch {
      takeBack(before, without: path)
      throw error
    }
    try end()
    return version
  }

  /// Keeps points that a person set, with the frame that they were set in; nil takes those that are there away. What was
  /// there before goes when the database has the new ones.
  public func setMarks(
    _ marks: (points: [MarkPair], frame: [UInt8], size: PixelSize?)?, of location: LocationID, at time: WallTime
  ) throws(StoreError) {
    try settlePending()
    let before = try known(location)
    var after = before
    after.marks = nil
    if let marks {
      let stem = LocationMarks.stem(of: disk.fingerprint(of: marks.frame).checksum)
      after.marks = LocationMarks(anchor: try picture(stem, marks.frame, size: marks.size), points: marks.points)
    }
    guard after != before else { return }
    after.updatedAt = time
    try Self.check(after)
    let (old, new) = (before.marks?.anchor.name, after.marks?.anchor.name)
    let folder = Self.folder(of: location)
    let added = new.flatMap { $0 == old ? nil : "\(folder)/\($0)" }
    try begin(location)
    do throws(StoreError) {
      if let added, let marks { _ = try disk.writeDurably(marks.frame, to: added) }
      try writeSheet(of: after)
      try ledger.commit([.put(after)])
    } catch {
      takeBack(before, without: added)
      throw error
    }
    // A disk that does not delete now does at the next start, as the mark stays.
    do throws(StoreError) {
      if let old, old != new { try disk.remove("\(folder)/\(old)") }
      try end()
    } catch {}
  }

  /// Keeps how a version lies on the old picture, in place of what was known of it.
  public func keep(
    _ registration: KeptRegistration, of id: LocationVersion.ID, at location: LocationID
  ) throws(StoreError) {
    try settlePending()
    let before = try known(location)
    guard let place = before.versions.firstIndex(where: { $0.id == id }) else {
      throw StoreError(.notFound, subject: "version \"\(id)\"", detail: "is none of location \(location)")
    }
    guard registration.isOf(before.old, before.versions[place].picture) else {
      throw StoreError(
        .failed, subject: "version \"\(id)\"", detail: "is another picture than the one that was registered")
    }
    var after = before
    after.versions[place].registration = registration
    try Self.check(after)
    if after != before { try replace(before, by: after) }
  }

  /// The sheet first, then the database; where either refuses, both are as they were.
  private func replace(_ before: Location, by after: Location) throws(StoreError) {
    try begin(after.id)
    do throws(StoreError) {
      try writeSheet(of: after)
      try ledger.commit([.put(after)])
    } catch {
      takeBack(before, without: nil)
      throw error
    }
    try end()
  }

  /// Puts a location's folder back as the database has it. What the disk does not take is done at the next start, as the
  /// mark stays.
  func takeBack(_ before: Location, without path: String?) {
    do throws(StoreError) {
      try writeSheet(of: before)
      if let path { try disk.remove(path) }
      try end()
    } catch {}
  }

  func writeSheet(of location: Location, deletedAt: WallTime? = nil) throws(StoreError) {
    let json = try LocationSheet(location: location, deletedAt: deletedAt).json()
    _ = try disk.writeDurably(json, to: Self.sheetPath(in: Self.folder(of: location.id)))
  }

  func begin(_ id: LocationID) throws(StoreError) {
    _ = try disk.writeDurably(Array(id.text.utf8), to: Self.pendingPath)
  }

  /// Not flushed: a mark that comes back says no more than that a location is to be looked at.
  func end() throws(StoreError) { try disk.remove(Self.pendingPath) }

  /// Records that the location leaves, then deletes its files. A file that the disk refuses to delete goes at the next
  /// start.
  public func delete(_ id: LocationID, at time: WallTime) throws(StoreError) {
    try settlePending()
    let location = try known(id)
    try ledger.commit([.leave(id, title: location.title, at: time)])
    // For a database that is lost before the files are gone; a full disk must not keep them.
    do throws(StoreError) { try writeSheet(of: location, deletedAt: time) } catch {}
    do throws(StoreError) { try clear(id) } catch { guard error.mayPass else { throw error } }
  }

  /// Deletes what is left of a deleted location, and says so in the database.
  func clear(_ id: LocationID) throws(StoreError) {
    try empty(Self.folder(of: id))
    try disk.syncFolder(Self.folder)
    try ledger.commit([.noteFilesGone(id)])
  }

  /// Takes away a folder that was not reported: under another name first, so that no half of it is ever taken up.
  func drop(_ id: LocationID) throws(StoreError) {
    let dropped = "\(Self.folder)/\(Self.droppedPrefix)\(id)"
    try empty(dropped)
    try disk.rename(Self.folder(of: id), to: dropped)
    try empty(dropped)
  }

  /// Deletes a location's folder with the files in it; the sheet last. What is no file stays, as no booth made it.
  func empty(_ folder: String) throws(StoreError) {
    let inside = "\(folder)/\(Self.versions)"
    for name in try disk.names(in: inside) where try disk.isOrdinary("\(inside)/\(name)") == true {
      try disk.remove("\(inside)/\(name)")
    }
    if try disk.isOrdinary(inside) == false { try disk.removeFolder(inside) }
    var names = try disk.names(in: folder).filter { $0 != LocationSheet.name }
    names.append(LocationSheet.name)
    for name in names where try disk.isOrdinary("\(folder)/\(name)") == true { try disk.remove("\(folder)/\(name)") }
    try disk.removeFolder(folder)
  }
}
