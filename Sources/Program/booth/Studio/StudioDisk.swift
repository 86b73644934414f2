import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import Documents
import StudioModel
import StudioServer
import StudioStore
import WebSupport

/// The disk that the studio writes to, often beside a booth: what is left there for what people send, and what is wrong with it. It has
/// no pages.
struct StudioDisk: StudioFeature {
  private let beside: RoomBesideBooth
  private let folder: String
  private let accounts: SQLiteAccountStore

  /// - Parameters:
  ///   - settings: by which a booth on the same data folder goes.
  ///   - folder: the studio's own.
  init(_ settings: Settings, folder: String, accounts: SQLiteAccountStore) {
    beside = RoomBesideBooth(settings)
    self.folder = folder
    self.accounts = accounts
  }

  /// How many bytes may still be written to the disk of a path, beside what a booth needs of it; nil if unknown.
  func left(at path: String) -> Int64? { beside.left(at: path) }

  /// The same of the studio's own folder.
  var left: @Sendable () -> Int64? { { left(at: folder) } }

  /// What was set aside is given back where the disk has not even the room to open the databases.
  static func makeRoom(in folder: String) {
    guard let room = DiskRoom.of(folder), room.free < DiskBallast.bytes, DiskBallast(in: folder).release() else {
      return
    }
    complain(
      "booth: the disk of \(folder) is full: what was set aside for that is given back, so that the studio can start")
  }

  var sections: [StudioSection] { [] }

  func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? { nil }

  func tend(at now: Double) async { DiskBallast(in: folder).keep() }

  func remarks() async -> [BoothReport.Part] {
    var parts: [BoothReport.Part] = []
    if let room = DiskRoom.of(folder), let words = words(room) { parts.append(words) }
    let passing = accounts.passingCount
    if passing > 0 {
      let count = counted(passing, "person is", "people are")
      parts.append(
        .init(
          "sign-ins", .warning, "\(count) signed in until the studio ends only: the disk did not take it",
          .init(.signInsPassing, count: passing)))
    }
    return parts
  }

  private func words(_ room: DiskRoom) -> BoothReport.Part? {
    if room.isReadOnly {
      return .init(
        "disk", .bad,
        "the disk is read-only: nothing new can be kept in \(folder); look at its cable and at what the system says of it, "
          + "and mount it anew", .init(.diskReadOnly))
    }
    let remedy = "empty the bins, delete what is not needed, or attach a larger disk"
    if room.free < Self.nothing {
      return .init(
        "disk", .bad, "the disk is full: No space left on device; nothing new can be kept; \(remedy)",
        .init(.diskFull))
    }
    let reserve = beside.reserve(room)
    guard reserve.left(freeBytes: room.free) < 0 else { return nil }
    return .init(
      "disk", .warning,
      "\(room.free >> 20) MB are free, and \(reserve.bytes >> 20) MB of them are kept for the booth: the studio takes no files; "
        + remedy, .init(.studioDiskLow, BoothCondition.gigabytes(room.free)))
  }

  /// As good as none.
  private static let nothing: Int64 = 1 << 16
}
