import BoothSystem
import CommandSupport
import PhotoLibrary
import StudioModel

extension Examination {
  /// Whether the photographs' sources are there, and what was set aside; nothing if none was added.
  func photos() -> [Finding] {
    guard let look = PhotosLook(data: settings.data) else { return [] }
    guard look.remarks.isEmpty else {
      return look.remarks.map { .warning("photos", $0.words, $0.remedy, .init(.photosUnread)) }
    }
    return [.fine("photos", look.sources == 1 ? "1 source" : "\(look.sources) sources")]
  }
}
