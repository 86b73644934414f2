import BoothSystem
import CommandSupport
import PhotoLibrary
import StudioModel

extension Examination {
  /// Whether the photographs' sources are there, and what was set aside; nothing if none was added.
  func photos() -> [Finding] {
    guard let look = PhotosLook(data: settings.data) else { return [] }
    guard look.remarks.isEmpty else {
      return look.remarks.map { .warning("photos", $0.words, $0.remedy, BoothCondition($0.subject)) }
    }
    return [.fine("photos", "\(counted(look.sources, "source"))", .init(.photosSources, count: look.sources))]
  }
}

extension BoothCondition {
  fileprivate init(_ subject: PhotosLook.Remark.Subject) {
    switch subject {
    case .aside: self.init(.photosAside)
    case .index: self.init(.photosUnread)
    case .source(let name): self.init(.photosSource, name)
    }
  }
}
