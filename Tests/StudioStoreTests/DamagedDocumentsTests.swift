import BoothTesting
import FoundationEssentials
import GRDB
import Glibc
import StudioRules
import Synchronization
import Testing

@testable import StudioStore

/// Real damage to a real database of documents: what was confirmed is there as it was written, or it is said that it is not.
@Suite(.timeLimit(.minutes(10))) struct DamagedDocumentsTests {
  private static let name = SQLiteDocumentStore.name

  struct Dice {
    var state: UInt64
    mutating func next(below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % below
    }
  }

  /// Hears what a start says.
  final class Ear: Sendable {
    private let heard = Mutex<[String]>([])
    func hear(_ words: String) { heard.withLock { $0.append(words) } }
    var all: [String] { heard.withLock { $0 } }
    var care: DatabaseCare { DatabaseCare { self.hear($0) } }
  }

  /// One way to damage a file.
  enum Way: CaseIterable {
    case bits, zeroPage, noise, cut, exchangedPages, firstBytes

    func damage(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
      var bytes = bytes
      let pages = bytes.count / 4096
      switch self {
      case .bits:
        for _ in 0...dice.next(below: 5) { bytes[dice.next(below: bytes.count)] ^= 1 << UInt8(dice.next(below: 8)) }
      case .zeroPage:
        let page = dice.next(below: pages) * 4096
        for place in page..<page + 4096 { bytes[place] = 0 }
      case .noise:
        let start = dice.next(below: bytes.count - 600)
        for place in start..<start + 600 { bytes[place] = UInt8(dice.next(below: 256)) }
      case .cut: bytes.removeLast(1 + dice.next(below: bytes.count - 1))
      case .exchangedPages:
        let (one, other) = (1 + dice.next(below: pages - 1), 1 + dice.next(below: pages - 1))
        for place in 0..<4096 { bytes.swapAt(one * 4096 + place, other * 4096 + place) }
      case .firstBytes:
        let start = dice.next(below: 90)
        for place in start..<start + 10 { bytes[place] = UInt8(dice.next(below: 256)) }
      }
      return bytes
    }
  }

  private static let reports = "dailyReports"
  private static let critiques = "photoCritiques"
  private static func query(_ collection: String, limit: Int = DocumentLimits.page) throws -> DocumentQuery {
    DocumentQuery(try DocumentCollection(collection), orderedBy: [.init("at", .descending)], limit: limit)
  }

  private static func fields(_ number: Int) -> DocumentFields {
    [
      "at": .integer(Int64(number * 7919 % 1009)), "org": number % 3 == 0 ? "a" : "b",
      "notes": .string("Regen, שלום, \(number) " + String(repeating: "Kinn hoch. ", count: number % 40 == 0 ? 700 : number % 17)),
    ]
  }

  /// Some hundred documents, some changed, some deleted, in two orders; what there is then.
  private static func fill(_ path: String) async throws -> [DocumentPath: StoredDocument] {
    let store = try SQLiteDocumentStore(path: path)
    var paths: [DocumentPath] = []
    for number in 0..<360 {
      let path = try DocumentPath(DocumentCollection(number % 4 == 0 ? critiques : reports), "d\(number)")
      _ = try await store.commit([.set(path, fields(number))])
      paths.append(path)
      if number == 40 { for name in [reports, critiques] { _ = try await store.page(try query(name)) } }
    }
    for number in stride(from: 5, to: 360, by: 11) { _ = try await store.commit([.set(paths[number], fields(number + 1))]) }
    for number in stride(from: 7, to: 360, by: 13) { _ = try await store.commit([.delete(paths[number])]) }
    let found = try await store.documents(at: paths)
    store.close()
    return Dictionary(uniqueKeysWithValues: zip(paths, found).compactMap { path, found in found.map { (path, $0) } })
  }

  private static func clear(_ folder: TemporaryFolder) throws {
    for file in try folder.files() { unlink(folder.path(file)) }
  }

  /// What a start on a damaged file ends in.
  private enum End: Equatable {
    case whole, refused
    case lost(Int)
  }

  /// Opens what is there as the studio does, and holds it against what was confirmed.
  private static func look(
    _ folder: TemporaryFolder, _ confirmed: [DocumentPath: StoredDocument], _ hint: Comment
  ) async throws -> End {
    let ear = Ear()
    let store: SQLiteDocumentStore
    do throws(DocumentStoreError) { store = try SQLiteDocumentStore(path: folder.path(name), care: ear.care) } catch {
      #expect(error.kind == .invalid && error.subject == folder.path(name), "\(hint): \(error)")
      #expect(error.detail.contains("put a copy of it back"), "\(hint): \(error)")
      return .refused
    }
    defer { store.close() }
    #expect(store.damage == nil, hint)
    let paths = confirmed.keys.sorted { "\($0)" < "\($1)" }
    let found = try await store.documents(at: paths)
    var missing = 0
    for (path, document) in zip(paths, found) {
      guard let document else {
        missing += 1
        continue
      }
      #expect(document == confirmed[path], "\(hint): \(path) is another one than was written")
    }
    // Lists have all that is there, and nothing that was deleted.
    for collection in [reports, critiques] {
      let here = zip(paths, found).filter { $0.1 != nil && $0.0.collection.description == collection }.map(\.0)
      let listed = try await store.page(try query(collection)).documents
      #expect(listed.map(\.path).sorted { "\($0)" < "\($1)" } == here, hint)
      #expect(listed.map { $0.fields["at"] } == listed.compactMap { confirmed[$0.path]?.fields["at"] }, hint)
    }
    // It goes on, with a later time than all before.
    let path = try DocumentPath(DocumentCollection(reports), "next")
    let time = try await store.commit([.set(path, ["at": 1])]).time
    #expect(confirmed.values.allSatisfy { $0.updateTime < time }, hint)
    #expect(time.microseconds < 4_000_000_000_000_000, hint)
    if missing > 0 {
      #expect(ear.all.contains { $0.contains("could not be read") && $0.contains(folder.path(name)) }, hint)
      #expect(!StudioDamage.asides(in: folder.path).isEmpty, hint)
    } else if !ear.all.isEmpty {
      #expect(ear.all.allSatisfy { $0.contains("nothing is lost") || $0.contains("could not be read") }, hint)
    }
    return missing > 0 ? .lost(missing) : .whole
  }

  @Test(arguments: Way.allCases)
  func `every report is there as it was written after any damage to their file, or is named as lost`(
    _ way: Way
  ) async throws {
    let made = try TemporaryFolder()
    let confirmed = try await Self.fill(made.path(Self.name))
    let whole = try made.read(Self.name)
    let folder = try TemporaryFolder()
    var ends: [String: Int] = [:]
    for seed in 0..<30 {
      try Self.clear(folder)
      var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9 &+ 17)
      try folder.put(Self.name, way.damage(whole, &dice))
      let end = try await Self.look(folder, confirmed, "\(way) \(seed)")
      switch end {
      case .whole: ends["whole", default: 0] += 1
      case .refused: ends["refused", default: 0] += 1
      case .lost(let count):
        ends["lost", default: 0] += 1
        ends["lost documents", default: 0] += count
      }
    }
    print("\(way): \(ends.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))")
  }
}
