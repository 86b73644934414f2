import BoothCore
import BoothSystem
import BoothVault
import Locations

/// The commits of the locations' database.
extension FaultPoint {
  @inline(__always)
  static func commit<Failure: Error>(
    _ changes: [LocationChange], _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard let script else { return try body() }
    let role = FaultRole.of(changes)
    script.arrive(.ledgerCommit, "before", role)
    try body()
    for change in changes { FaultRole.promise(of: change).map(script.report) }
    script.arrive(.ledgerCommit, "after", role)
  }

  @inline(__always)
  static func commitHalf(_ changes: [LocationChange]) {
    guard let script else { return }
    script.arrive(.ledgerCommit, "half", FaultRole.of(changes))
  }
}

extension FaultRole {
  static func of(_ changes: [LocationChange]) -> String {
    switch changes.first {
    case nil: "nothing"
    case .put: "location"
    case .leave: "locationLeaves"
    case .noteFilesGone: "locationGone"
    }
  }

  /// What a commit has promised to the world outside, as a line.
  static func promise(of change: LocationChange) -> String? {
    switch change {
    case .put(let location):
      "location \(location.id) \(location.old.checksum) \(location.versions.map(\.picture.checksum).joined(separator: ","))"
    case .leave(let id, _, _): "location-left \(id)"
    case .noteFilesGone: nil
    }
  }
}
