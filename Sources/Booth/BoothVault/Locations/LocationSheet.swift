import BoothCore
import FoundationEssentials
import Locations

/// `location.json`: a location as its own folder tells it, so that the database can be written anew without any database.
struct LocationSheet: Codable, Equatable {
  static let name = "location.json"
  /// Of the form below. A newer one is not read.
  static let version = 1

  var version = Self.version
  var location: Location
  /// A person has deleted it: its files are to go.
  var deletedAt: WallTime?

  func json() throws(StoreError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(self)) + [0x0A] } catch {
      throw StoreError(.failed, subject: location.id.text, detail: "its sheet cannot be written: \(error)")
    }
  }

  /// Reads the bytes of a sheet; gives what is wrong with them in words.
  static func read(_ bytes: [UInt8], of id: LocationID) -> Result<LocationSheet, SheetFault> {
    let sheet: LocationSheet
    do { sheet = try JSONDecoder().decode(LocationSheet.self, from: Data(bytes)) } catch {
      return .failure(SheetFault("is not JSON as a booth writes it"))
    }
    guard sheet.version <= version else { return .failure(SheetFault("was written by a newer version of booth")) }
    guard sheet.location.id == id else { return .failure(SheetFault("is another location's")) }
    if let fault = sheet.location.keptFault { return .failure(SheetFault("tells of a location that \(fault)")) }
    return .success(sheet)
  }
}

extension Location {
  /// ``fault``, and times that no clock can have said.
  package var keptFault: String? {
    if let fault { return fault }
    return createdAt.isSane && updatedAt.isSane && versions.allSatisfy(\.takenAt.isSane)
      ? nil : "has a time that is not between 1900 and 2300"
  }
}
