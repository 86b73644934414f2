import BoothSystem
import Crypto
import FoundationEssentials
import Glibc
package import PhotoModel
import PhotoSources

/// Organisations whose photographs one data folder has beside each other.
extension PhotosFolder {
  /// The folder of those that are not the studio's own.
  static let organisations = "organisations"

  private struct Owner: Codable { var organisation: String }
  private static let ownerFile = "organisation.json"

  /// Ids may hold any sign; names of folders not.
  static func name(_ owner: PhotoOwner) -> String {
    let digits = Array("0123456789abcdef")
    return String(
      SHA256.hash(data: Array(owner.text.utf8)).prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Writes down whose a folder is, for a person who finds it, and for the next start.
  func keepOwner() throws(PhotoLibraryError) {
    guard let owner, Self.owner(path) == nil else { return }
    try Self.keep(owner, in: path)
  }

  private static func keep(_ owner: PhotoOwner, in path: String) throws(PhotoLibraryError) {
    let place = "\(path)/\(ownerFile)"
    let bytes: [UInt8]
    do { bytes = Array(try JSONEncoder().encode(Owner(organisation: owner.text))) } catch {
      throw .unavailable("\(place) cannot be written: its name is no text")
    }
    do throws(DurableFile.Fault) { try DurableFile.replace(place, with: bytes) } catch {
      throw .unavailable("\(place) cannot be written: \(error.words)")
    }
  }

  /// The studio's own organisation, as the last studio that ran on a data folder has written it down; nil where none has.
  package static func own(data: String) -> PhotoOwner? { owner(data + "/photos") }

  /// Writes down which organisation the studio's own is, so that it is known by its name on the command line, too.
  static func keepOwn(_ owner: PhotoOwner, data: String) throws(PhotoLibraryError) {
    guard own(data: data) != owner else { return }
    try keep(owner, in: data + "/photos")
  }

  private static func owner(_ place: String) -> PhotoOwner? {
    guard let bytes = OrdinaryFile.bytes("\(place)/\(ownerFile)") else { return nil }
    do { return PhotoOwner(try JSONDecoder().decode(Owner.self, from: Data(bytes)).organisation) } catch { return nil }
  }

  /// Organisations that have photographs here, but the studio's own. A folder that does not say whose it is belongs to none of them: nothing of it is
  /// shown.
  package static func owners(data: String) -> [PhotoOwner] {
    let place = data + "/photos/" + organisations
    return names(place).compactMap { name in owner("\(place)/\(name)").flatMap { self.name($0) == name ? $0 : nil } }
  }

  private static func names(_ place: String) -> [String] {
    // Nothing is there as long as there is one organisation.
    guard access(place, F_OK) == 0 else { return [] }
    do { return try FileManager.default.contentsOfDirectory(atPath: place).sorted() } catch { return [] }
  }

  /// The sources of all organisations but this one.
  /// - Throws: where one of their lists cannot be read: what is unknown cannot be kept apart.
  func foreign() throws(PhotoLibraryError) -> [Source] {
    let root = data + "/photos"
    let all = [root] + Self.names("\(root)/\(Self.organisations)").map { "\(root)/\(Self.organisations)/\($0)" }
    var found: [Source] = []
    for place in all where place != path { found += try PhotosFolder(lookingAt: data, place).sources() }
    return found
  }

  /// Whether photographs at a place would be, or hold, another organisation's.
  func isForeign(_ place: String, _ kind: PhotoSourceKind) throws(PhotoLibraryError) -> Bool {
    let foreign = try foreign()
    guard !foreign.isEmpty else { return false }
    if kind == .s3 {
      let own = PhotoPlace(kind: kind, place: place)
      return foreign.contains { own.isBucket(of: PhotoPlace(kind: $0.kind, place: $0.place)) }
    }
    let overlap = FolderOverlap()
    return foreign.contains { $0.kind != .s3 && overlap.isThere(place, $0.place) }
  }

  /// Whether a folder is one of another organisation's sources, or lies in it, or would.
  func isInForeign(_ path: String) throws(PhotoLibraryError) -> Bool {
    let foreign = try foreign()
    guard !foreign.isEmpty else { return false }
    let overlap = FolderOverlap()
    return foreign.contains { $0.kind != .s3 && overlap.holds($0.place, path) }
  }

  /// The same for who belongs to another organisation as for who names what is not to be had for another reason: whether a thing of
  /// theirs is there is not told.
  static func refusal(of path: String) -> PhotoLibraryError {
    .refused("\(path) cannot be had for this organisation's photos: name another one")
  }
}
