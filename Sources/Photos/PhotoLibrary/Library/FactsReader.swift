import BoothCore
import Crypto
import ImageMetadata
package import PhotoModel
import Thumbnails

/// What a photo's bytes say of it, mostly from one read of 16 KB.
package struct FactsReader: PhotoReader {
  /// What a photo is known by is the sum of so many bytes.
  private static let head = 4096

  package init() {}

  package func details(of content: PhotoContent) -> PhotoDetails { reading(of: content) { [] }.details }

  package func reading(of content: PhotoContent, beside sidecars: () -> [PhotoSidecar]) -> PhotoReading {
    let bytes = ContentBytes(content)
    var facts = PhotoFacts.read(bytes)
    if facts.taken == nil || facts.position == nil || facts.cameraModel == nil {
      for sidecar in sidecars() { SidecarFacts.read(sidecar.bytes, named: sidecar.name, into: &facts) }
    }
    var details = PhotoDetails()
    details.headMD5 = bytes.first(Self.head).map(Self.md5)
    details.format = facts.format.rawValue
    details.width = facts.uprightSize?.width
    details.height = facts.uprightSize?.height
    details.taken = facts.taken.map {
      PhotoMoment(
        wallSeconds: Int64($0.wallSeconds), offsetMinutes: $0.zoneMinutes,
        nanoseconds: Int64($0.millisecond) * 1_000_000)
    }
    details.camera = Self.camera(facts)
    details.lens = facts.lensModel
    details.exposure = Self.exposure(facts)
    details.latitude = facts.position?.latitude
    details.longitude = facts.position?.longitude
    details.contentIdentifier = facts.contentIdentifier
    details.trouble = bytes.hasFailed ? PhotoTrouble.unreadable.rawValue : Self.trouble(facts, bytes)
    var reading = PhotoReading(details)
    reading.isAnimated = facts.frames > 1
    if facts.isPlaceWithoutSides, facts.position == nil { reading.remark = "placeWithoutSides" }
    return reading
  }

  /// Of a raw file without a picture inside too, of which nothing needs to be decoded to know that there is none.
  private static func trouble(_ facts: PhotoFacts, _ bytes: ContentBytes) -> String? {
    var reason = NoPicture(facts, of: bytes)
    if reason == nil, facts.format.isRaw, !facts.hasShownPreview {
      reason = NoPicture(.noPreview, kind: facts.format.rawValue)
    }
    if reason?.reason.isOfMachine ?? false { reason?.libraries = PictureLibraries.mark() }
    return reason?.text
  }

  package func filmDetails(of content: PhotoContent) -> PhotoDetails {
    let bytes = ContentBytes(content)
    let facts = FilmFacts.read(bytes)
    var details = PhotoDetails()
    details.taken = facts.createdUnixSeconds.map { PhotoMoment(wallSeconds: $0, offsetMinutes: 0) }
    details.contentIdentifier = facts.contentIdentifier
    details.trouble = bytes.hasFailed ? PhotoTrouble.unreadable.rawValue : facts.trouble?.rawValue
    return details
  }

  package static func md5(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in Insecure.MD5.hash(data: bytes) { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Makers write their name into the model, or do not.
  private static func camera(_ facts: PhotoFacts) -> String? {
    guard let model = facts.cameraModel else { return facts.cameraMake }
    guard let make = facts.cameraMake, !model.lowercased().hasPrefix(make.prefix { $0 != " " }.lowercased()) else {
      return model
    }
    return make + " " + model
  }

  private static func exposure(_ facts: PhotoFacts) -> String? {
    var parts: [String] = []
    if let aperture = facts.aperture { parts.append("f/" + short(aperture)) }
    if let seconds = facts.exposureSeconds, seconds > 0 {
      parts.append(seconds < 0.4 ? "1/\(Int((1 / seconds).rounded())) s" : short(seconds) + " s")
    }
    if let length = facts.focalLength { parts.append(short(length) + " mm") }
    if let iso = facts.iso { parts.append("ISO \(iso)") }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// To one digit behind the point, and none where it is 0.
  private static func short(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1_000_000 else { return "?" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}

/// A photo's content, as its facts are read of it. The first read is kept, as the sum is of it.
package final class ContentBytes: PhotoBytes {
  private let content: PhotoContent
  private var start: [UInt8] = []
  package private(set) var hasFailed = false
  package let count: Int

  package init(_ content: PhotoContent) {
    self.content = content
    switch content {
    case .bytes(let bytes): count = bytes.count
    case .file(let file): count = Int(file.count)
    }
  }

  package func read(at: Int, count: Int) throws -> [UInt8] {
    let bytes = try fetch(at, count)
    if at == 0, bytes.count > start.count { start = bytes }
    return bytes
  }

  /// Nil where they cannot be read.
  package func first(_ wanted: Int) -> [UInt8]? {
    if start.count >= min(wanted, count) { return Array(start.prefix(wanted)) }
    do { return try fetch(0, wanted) } catch { return nil }
  }

  private func fetch(_ at: Int, _ count: Int) throws -> [UInt8] {
    switch content {
    case .bytes(let bytes):
      guard at >= 0, count > 0, at < bytes.count else { return [] }
      return Array(bytes[at..<at + min(count, bytes.count - at)])
    case .file(let file):
      do throws(PhotoSourceError) { return try file.read(at: Int64(at), count: count) } catch {
        hasFailed = true
        throw error
      }
    }
  }
}
