import BoothCore
import FoundationEssentials

/// Carries out the steps of an ``UploadRun``: each effect in turn, its answer back in.
struct UploadWorker: Sendable {
  let gallery: any GalleryClient
  let store: any SessionStore
  let clock: any BoothClock
  /// Who may see the event's page; nil where its definition is not here.
  let access: Event.GalleryAccess?

  func perform(_ effect: UploadRun.Effect, _ session: SessionRecord) async -> UploadRun.Input {
    do {
      switch effect {
      case .presign(let files):
        return .presigned(
          try await gallery.presign(event: session.event, session: session.id, files: files, access: access))
      case .verify(let asset):
        return .verified(try await store.fingerprint(of: asset))
      case .upload(let asset, let file, let target):
        try await gallery.upload(.file(store.absolutePath(of: asset)), as: file, to: target)
        return .uploaded
      case .askSize(let path, let expected):
        return .sizeIs(try await gallery.size(of: path, expecting: expected))
      case .forget(let lost):
        try await store.forgetConfirmations(lost.map(\.id), of: session.id)
        return .forgotten
      case .recordUploaded(let asset):
        try await store.markUploaded(asset.id, at: clock.wallTime)
        return .recorded
      case .uploadManifest(let manifest, let target):
        let bytes = Self.encode(manifest)
        let file = UploadFile(
          path: target.path, contentType: "application/json", sizeBytes: Int64(bytes.count))
        try await gallery.upload(.bytes(bytes), as: file, to: target)
        return .uploaded
      case .complete(let manifestPath):
        try await gallery.complete(
          event: session.event, session: session.id, manifestPath: manifestPath, access: access)
        return .completed
      }
    } catch let failure as GalleryError {
      return .failed(failure)
    } catch {
      return .failed(GalleryError(.localFile, subject: "upload", detail: "\(error)"))
    }
  }

  /// The manifest's bytes, the same for the same manifest.
  static func encode(_ manifest: Manifest) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(manifest))
    } catch {
      preconditionFailure("a manifest of strings and whole numbers can always be encoded: \(error)")
    }
  }
}
