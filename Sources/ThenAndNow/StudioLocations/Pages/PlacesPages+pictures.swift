import BoothCore
import Crypto
import Documents
import HTTPTypes
import HummingbirdCore
import LocationLibrary
import Locations
import StudioModel
import StudioServer
import WebSupport

/// Pictures, in the ladder's sizes. Their addresses name their bytes, so browsers keep them for good.
extension PlacesPages {
  func picture(_ context: StudioContext, _ id: String, _ checksum: String, _ file: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seeLocations)
    let side = try Self.side(file)
    let location = try await known(id)
    guard let picture = location.pictures.first(where: { $0.checksum == checksum }) else { throw PlaceError.notFound }
    return try await kept(context, "\(checksum)-\(side)") {
      try await places.picture(picture, of: location.id, longestSide: side)
    }
  }

  /// A registered pair's half in the frame that both share.
  func registered(_ context: StudioContext, _ id: String, _ name: String, _ file: String) async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seeLocations)
    let parts = file.split(separator: "-")
    guard parts.count == 2, let half = PairHalf(rawValue: String(parts[0])) else { throw PlaceError.notFound }
    let side = try Self.side(String(parts[1]))
    let location = try await known(id)
    guard let version = location.chosenVersion, name == Self.pairName(location, version) else {
      throw PlaceError.notFound
    }
    return try await kept(context, "\(name)-\(half.rawValue)-\(side)") {
      guard let bytes = try await places.registered(half, of: location, version, longestSide: side) else {
        throw PlaceError.notFound
      }
      return bytes
    }
  }

  /// Names both files and how they lie: nil where no registration of these two is kept and claimed.
  static func pairName(_ location: Location, _ version: LocationVersion) -> String? {
    guard let kept = version.registration, kept.isAccepted, kept.isOf(location.old, version.picture),
      let transform = kept.transformText
    else { return nil }
    // The frame depends on the region and the crop; names of pairs without them are as they were.
    let region = [kept.region?.text, kept.cells?.text, location.crop?.text].compactMap(\.self).map { " \($0)" }.joined()
    let text = "\(location.old.checksum) \(version.picture.checksum) \(transform)\(region)"
    return URLBase64.encode(SHA256.hash(data: Array(text.utf8)).prefix(15))
  }

  private static func side(_ file: String) throws -> Int {
    guard file.hasSuffix(".jpg"), let side = Int(file.dropLast(4)), PictureLadder.sides.contains(side),
      file == "\(side).jpg"
    else { throw PlaceError.notFound }
    return side
  }

  private func kept(_ context: StudioContext, _ tag: String, _ make: () async throws -> [UInt8]) async throws
    -> WebAnswer
  {
    // As bytes, size and program are in it, it is strong; and known before anything is decoded.
    let headers: HTTPFields = [
      .eTag: EntityTags.header("\(tag)-\(Self.encoding)"), .cacheControl: "private, no-cache",
    ]
    if let known = context.call.request.headers[.ifNoneMatch],
      EntityTags.noneMatch(known, has: "\(tag)-\(Self.encoding)")
    {
      return WebAnswer(.ok, headers)
    }
    return WebAnswer(.ok, headers, .bytes(try await make())).with([.contentType: "image/jpeg"])
  }

  /// Another one where the same picture would be encoded to other bytes.
  private static let encoding = "1"
}
