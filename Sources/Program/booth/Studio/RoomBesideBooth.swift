import BoothCore
import BoothStore
import BoothSystem
import CommandSupport

/// What may be written to a disk beside what a booth on the same data folder needs of it.
struct RoomBesideBooth: Sendable {
  /// The data folder, in which a booth may run.
  private let data: String
  private let marks: StorageMarks

  /// - Parameter settings: by which a booth on the same data folder goes.
  init(_ settings: Settings) {
    data = settings.data
    let events: [Event]
    // Events that cannot be read are said by the booth and its doctor.
    do { events = try EventPlaces.load(settings).events } catch { events = [] }
    marks = StorageNeeds.marks(
      settings,
      sessionBytes: StorageNeeds.sessionBytes(events, ownGallery: settings.text(.galleryURL) == nil))
  }

  /// In bytes; nil if unknown.
  func left(at path: String) -> Int64? {
    guard let room = DiskRoom.of(path) else { return nil }
    return reserve(room).left(freeBytes: room.free)
  }

  func reserve(_ room: DiskRoom) -> StudioReserve {
    let isBooths = DiskRoom.of(data)?.device == room.device
    return StudioReserve(marks: isBooths ? marks : nil, totalBytes: room.total)
  }
}
