import BoothCore
import CommandSupport

/// What the disk must have room for.
enum StorageNeeds {
  /// What a session of the largest of these events takes; twice that where the gallery's copy is on the same disk.
  static func sessionBytes(_ events: [Event], ownGallery: Bool) -> Int64 {
    (events.map(\.plan.diskBytes).max() ?? StorageMarks.sessionBytes) * (ownGallery ? 2 : 1)
  }

  /// The marks as they are set, or, if they are not set, with room for such sessions.
  static func marks(_ settings: Settings, sessionBytes: Int64) -> StorageMarks {
    let keys: [SettingKey] = [.storageLow, .storageNoClips, .storageFull]
    guard keys.allSatisfy(settings.isDefault) else { return settings.storageMarks }
    return settings.storageMarks.raised(to: sessionBytes)
  }
}
