import BoothCore
import Documents
import Locations
import StudioModel
import Synchronization
import Testing

@testable import LocationSync

/// Pictures that lie on machines which are no more, and documents that cannot be read.
@Suite(.timeLimit(.minutes(15))) struct `A sync of locations` {
  /// A storage some of whose addresses lead to machines that do not answer.
  private final class Hosts: PictureStorage {
    let world: SyncWorld
    let dead: Set<String>
    let asked = Mutex<[String]>([])
    /// Whether it takes no pictures either.
    let isSilent: Bool

    init(_ world: SyncWorld, dead: Set<String>, isSilent: Bool = false) {
      (self.world, self.dead, self.isSilent) = (world, dead, isSilent)
    }

    func look(at name: String) async throws(PictureStorageError) -> StoredPicture? { try await world.look(at: name) }
    func upload(_ jpeg: [UInt8], as name: String) async throws(PictureStorageError) -> StoredPicture {
      asked.withLock { $0.append(name) }
      if isSilent { throw PictureStorageError(.unavailable, subject: name, detail: "nobody answers there") }
      return try await world.upload(jpeg, as: name)
    }
    func download(_ address: String) async throws(PictureStorageError) -> [UInt8] {
      asked.withLock { $0.append(address) }
      guard !dead.contains(SyncRun.host(of: address)) else {
        throw PictureStorageError(.unavailable, subject: "picture", detail: "nobody answers there")
      }
      return try await world.download(address)
    }
  }

  private func sync(_ folder: FolderInMemory, _ pictures: Hosts) async -> SyncReport {
    let carrier = SyncCarrier(
      documents: folder.world, pictures: pictures, store: folder, target: "world", checksum: FolderInMemory.checksum)
    return await carrier.run(SyncRun(now: folder.world.tick()))
  }

  /// Locations of an app, some of whose pictures lie elsewhere.
  private func scene(_ hosts: [String]) async throws -> (SyncWorld, FolderInMemory) {
    let world = SyncWorld()
    let app = FolderInMemory(world)
    for number in hosts.indices { app.add("place-\(10 + number)", "Place \(number)") }
    #expect(await app.sync().isWhole)
    for (number, host) in hosts.enumerated() where host != "storage" {
      let id = LocationID("place-\(10 + number)")!
      var document = try SyncedLocation(try #require(try world.documents[id.text]))
      document.historicalImageURL = "https://\(host)/\(number).jpg"
      try world.write(document)
    }
    return (world, FolderInMemory(world))
  }

  @Test func `takes all other locations when one's picture lies on a dead host, and names that one`() async throws {
    let (world, folder) = try await scene(["storage", "dead.example", "storage", "storage"])
    folder.add("of-ours", "Ours")
    let report = await sync(folder, Hosts(world, dead: ["dead.example"]))
    #expect(report.failure == nil && !report.isWhole)
    let failed = report.lines.filter { if case .failed = $0.result { true } else { false } }
    #expect(failed.map(\.item.name) == ["place-11"])
    #expect(folder.locations.count == 4)
    #expect(try world.documents.count == 5, "what is new here came there")
  }

  @Test func `does not wait for one dead host for each of a thousand pictures`() async throws {
    let (world, folder) = try await scene(
      (0..<12).map { $0 % 3 == 0 ? "storage" : $0 % 3 == 1 ? "dead.example" : "Other.example:8080" })
    let pictures = Hosts(world, dead: ["dead.example", "other.example:8080"])
    let report = await sync(folder, pictures)
    #expect(folder.locations.count == 4 && report.failure == nil)
    #expect(report.lines.count { if case .failed = $0.result { true } else { false } } == 8)
    let asked = pictures.asked.withLock { $0 }
    #expect(asked.count { $0.contains("dead.example") } == SyncRun.silences)
    #expect(asked.count { $0.contains("Other.example") } == SyncRun.silences)
  }

  @Test func `with a storage that takes nothing still brings what comes, and says what did not go`() async throws {
    let (world, folder) = try await scene(["storage", "storage"])
    for number in 0..<6 { folder.add("ours-\(number)", "Ours \(number)") }
    let pictures = Hosts(world, dead: [], isSilent: true)
    let report = await sync(folder, pictures)
    #expect(report.failure == nil && !report.isWhole && folder.locations.count == 8)
    #expect(report.lines.count { if case .failed = $0.result { true } else { false } } == 6)
    #expect(pictures.asked.withLock { $0.count { $0.hasPrefix("images/") } } == SyncRun.silences)
  }

  @Test func `is not whole when a document could not be read, or has no old picture yet`() async throws {
    for kind in ["unreadable", "no picture"] {
      let (world, folder) = try await scene(["storage", "storage"])
      if kind == "unreadable" {
        world.state.withLock { state in
          do {
            let path = try SyncPlaces.path(LocationID("odd")!)
            _ = try state.table.commit(
              [.set(path, ["title": .string("Odd")])], at: DocumentTimestamp(microseconds: state.now))
          } catch { Issue.record("\(error)") }
        }
      } else {
        var document = try SyncedLocation(try #require(try world.documents["place-10"]))
        document.historicalImageURL = ""
        try world.write(document)
      }
      let report = await folder.sync()
      #expect(report.leftOut == 1 && !report.isWhole && report.failure == nil, "\(kind): \(report)")
      let rehearsal = await folder.sync(.push)
      #expect(rehearsal.lines.contains { $0.item.step == .leave }, "\(kind)")
    }
    // What is left because only one way was asked for is as wanted.
    let (_, folder) = try await scene(["storage"])
    #expect(await folder.sync(.push).isWhole)
  }
}
