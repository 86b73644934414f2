import BoothCore
import BoothVault
import Locations

/// The database of locations in a log beside that of sessions.
final class LogLocationLedger: LocationLedger, @unchecked Sendable {
  // Sendable: a night owns its database, and runs on one thread at a time.
  typealias Medium = RecordLog<LocationChange>.Medium

  private struct Records {
    var locations: [LocationID: Location] = [:]
    var leaving: Set<LocationID> = []

    mutating func apply(_ changes: [LocationChange]) {
      for change in changes {
        switch change {
        case .put(let location): locations[location.id] = location
        case .leave(let id, _, _):
          locations[id] = nil
          leaving.insert(id)
        case .noteFilesGone(let id): leaving.remove(id)
        }
      }
    }
  }

  private var records = Records()
  private var log: RecordLog<LocationChange>

  /// - Parameter disk: what flushes go through; the gate, or something broken in front of it.
  init(medium: Medium, gate: DiskGate, disk: any Disk, memory: ForgetfulDisk) throws(StoreError) {
    var records = Records()
    log = try RecordLog("locations.log", medium: medium, gate: gate, disk: disk, memory: memory) { records.apply($0) }
    self.records = records
  }

  func commit(_ changes: [LocationChange]) throws(StoreError) {
    try log.commit(changes)
    records.apply(changes)
  }

  func locations(with words: [String]) throws(StoreError) -> [Location] {
    let search = LocationSearch(words.joined(separator: " "))
    return records.locations.values.filter { search.matches($0) }.sorted { $0.id < $1.id }
  }

  func location(_ id: LocationID) throws(StoreError) -> Location? { records.locations[id] }
  func ids() throws(StoreError) -> Set<LocationID> { Set(records.locations.keys) }
  func leaving() throws(StoreError) -> [LocationID] { records.leaving.sorted() }
}

/// Real records of locations behind the gate: a commit is one step.
final class LocationLedgerGate: LocationLedger, @unchecked Sendable {
  // Sendable: a night owns its database, and runs on one thread at a time.
  private let ledger: any LocationLedger
  private let gate: DiskGate

  init(_ ledger: any LocationLedger, gate: DiskGate) {
    self.ledger = ledger
    self.gate = gate
  }

  func commit(_ changes: [LocationChange]) throws(StoreError) {
    try gate.step(.write, "locations") { () throws(StoreError) in try ledger.commit(changes) }
  }

  func locations(with words: [String]) throws(StoreError) -> [Location] { try ledger.locations(with: words) }
  func location(_ id: LocationID) throws(StoreError) -> Location? { try ledger.location(id) }
  func ids() throws(StoreError) -> Set<LocationID> { try ledger.ids() }
  func leaving() throws(StoreError) -> [LocationID] { try ledger.leaving() }
}
