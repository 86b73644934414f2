import BoothTesting
import PhotoModel
import Testing

@testable import PhotoSources

/// A made library, read.
struct ReadLibrary {
  let library: MadeLibrary
  let source: LibraryPhotos

  init(_ library: MadeLibrary) throws {
    self.library = library
    try library.folder.put("spool/.keep", [])
    source = LibraryPhotos(
      identifier: try #require(PhotoSourceID("library")), displayName: "My photos", library: library.path,
      spool: library.folder.path("spool"))
  }

  static func id(_ number: Int) -> String { MadeLibrary.uuid(number) + "/L0/001" }

  /// Every photo by the number that it was made with, raw pictures of pairs apart, and the other steps.
  func scan() async throws -> (entries: [Int: PhotoEntry], others: [PhotoScanStep]) {
    var (entries, others): ([Int: PhotoEntry], [PhotoScanStep]) = ([:], [])
    for try await step in source.scan(since: nil) {
      guard case .entries(let more) = step else {
        others.append(step)
        continue
      }
      for entry in more where !entry.id.text.hasSuffix("#raw") {
        let number = Int(entry.id.text.prefix(36).suffix(12)) ?? -1
        #expect(entries.updateValue(entry, forKey: number) == nil, "\(number) came twice")
      }
    }
    return (entries, others)
  }

  /// The bytes of a photo as text; nil where it does not open.
  func text(_ number: Int, _ part: String = "") async throws -> String? {
    do throws(PhotoSourceError) {
      guard case .file(let file) = try await source.open(PhotoID(Self.id(number) + part)) else { return nil }
      return String(decoding: try file.read(at: 0, count: Int(file.count)), as: UTF8.self)
    } catch { return nil }
  }

  /// What a scan fails with.
  func failure() async -> PhotoSourceError? {
    do {
      for try await _ in source.scan(since: nil) {}
      return nil
    } catch { return error as? PhotoSourceError }
  }
}
