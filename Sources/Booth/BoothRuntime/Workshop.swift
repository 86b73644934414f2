import BoothCore
import BoothSystem
import Dispatch
import Glibc
import Synchronization

/// Makes photos and composites on threads of its own, so that CPU-bound work never occupies Swift's pool.
final class Workshop: Sendable {
  private struct Draft: Sendable {
    var photos: [AssetID]
    var jpeg: [UInt8]
  }

  private let ports: BoothPorts
  private let queue = DispatchQueue(label: "booth.workshop")
  /// The composite begun during the last review; at most one session's.
  private let draft = Mutex<(session: SessionID, draft: Draft)?>(nil)

  /// One session's prints in small, in the layouts that its guests choose from: paths by the layouts' ids.
  private let layouts = Mutex<(session: SessionID, paths: [String: String])?>(nil)

  /// What links are when a print is made.
  private let links: @Sendable () -> SessionLinks

  init(ports: BoothPorts, links: @escaping @Sendable () -> SessionLinks) {
    self.ports = ports
    self.links = links
  }

  private func inQueue<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      queue.async {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// A photo out of the first of these live frames that is a picture, marked as such.
  func still(of frames: [Frame]) async throws(Fault) -> Photo {
    var fault = Fault(.camera, "there is no live picture to take instead")
    let darkroom = ports.darkroom
    for frame in frames {
      do throws(ImageError) {
        var photo = try await inQueue { () throws(ImageError) -> Photo in try darkroom.still(of: frame) }
        photo.fromLiveView = true
        return photo
      } catch {
        fault = Fault(.picture, error.description)
      }
    }
    throw fault
  }

  /// Checks a photo and writes its EXIF. A still smaller than the live view is a thumbnail or a mistake.
  func develop(_ photo: Photo, _ record: ExposureRecord, atLeast live: PixelSize?) async throws(Fault) -> Photo {
    let darkroom = ports.darkroom
    do throws(ImageError) {
      let finished = try await inQueue { () throws(ImageError) -> Photo in try darkroom.develop(photo, record) }
      if let live, min(finished.size.width, finished.size.height) * 2 < min(live.width, live.height) {
        throw ImageError(
          .unreadable, subject: "photo", detail: "is \(finished.size), expected at least half the live view's \(live)")
      }
      return finished
    } catch {
      throw Fault(.picture, error.description)
    }
  }

  /// Holds a photo against the live frame of its moment.
  func inspect(_ photo: Photo, beside frame: Frame?) async throws(ImageError) -> PhotoDoubt? {
    let darkroom = ports.darkroom
    return try await inQueue { () throws(ImageError) -> PhotoDoubt? in try darkroom.inspect(photo, beside: frame) }
  }

  /// Begins a composite before anybody asks for it.
  func begin(_ session: SessionID, _ photos: [Asset], _ event: Event) async {
    do {
      guard let record = try await ports.store.session(session) else { return forget(session) }
      let jpeg = try await makeComposite(of: record, photos, event)
      draft.withLock { $0 = (session, Draft(photos: photos.map(\.id), jpeg: jpeg)) }
    } catch {
      // The job makes it again, and says what is wrong.
      forget(session)
    }
  }

  func forget(_ session: SessionID) {
    draft.withLock { if $0?.session == session { $0 = nil } }
    if layouts.withLock({ $0?.session == session }) { forgetLayouts() }
  }

  /// Draws a session's print in small in each of its event's layouts. What cannot be drawn is left out: guests see its outline.
  func drawLayouts(of session: SessionID, _ photos: [Asset], _ event: Event) async {
    var paths: [String: String] = [:]
    do {
      guard let record = try await ports.store.session(session) else { return }
      for choice in event.layouts {
        let paper = choice.paper
        let long = max(paper.width, paper.height, 1)
        let canvas = PixelSize(
          width: max(1, paper.width * Self.layoutSide / long), height: max(1, paper.height * Self.layoutSide / long))
        let path = ports.store.scratchPath(for: "\(session)-layout-\(choice.id).jpg")
        _ = try await draw(
          record, photos, event.laidOut(choice.id), canvas: canvas, page: canvas, colors: nil, at: path)
        paths[choice.id] = path
      }
    } catch {
      // The outlines say enough, and a photo that cannot be read is told where it is printed.
    }
    forgetLayouts()
    layouts.withLock { $0 = (session, paths) }
  }

  /// The long side of a print in small, in pixels: as large as one of several on a screen of 1080 lines.
  private static let layoutSide = 640

  /// What was drawn of a session's layouts: paths by their ids.
  func layouts(of session: SessionID) -> [String: String] {
    layouts.withLock { layouts in
      guard let layouts, layouts.session == session else { return [:] }
      return layouts.paths
    }
  }

  /// Deletes what was drawn of layouts.
  func forgetLayouts() {
    let old = layouts.withLock { layouts in
      defer { layouts = nil }
      return layouts
    }
    for path in (old?.paths ?? [:]).values { unlink(path) }
  }

  /// The session's composite: the draft, if it is of these very photos.
  func composite(of session: SessionRecord, _ event: Event) async throws -> [UInt8] {
    let begun = draft.withLock { draft in
      defer { if draft?.session == session.id { draft = nil } }
      return draft
    }
    let photos = session.photos
    if let begun, begun.session == session.id, begun.draft.photos == photos.map(\.id) { return begun.draft.jpeg }
    return try await makeComposite(of: session, photos, event)
  }

  /// The session's sheet for a printer, as a JPEG file at `path`; gives what is sent of it, without a name.
  func sheet(
    of session: SessionRecord, _ event: Event, _ sheet: PrinterPort.Sheet, at path: String
  ) async throws -> PrintSheet {
    let photos = session.photos
    guard !photos.isEmpty else { throw JobFault(.impossible, "the session has no photo to print") }
    let pieces = try await draw(
      session, photos, event, canvas: sheet.canvas, page: sheet.page, colors: sheet.colors, at: path)
    return PrintSheet(name: "", file: path, paper: sheet.paper, pieces: pieces)
  }

  /// Draws a session's print as a JPEG file; gives the pieces that stand beside each other on it.
  private func draw(
    _ session: SessionRecord, _ photos: [Asset], _ event: Event, canvas: PixelSize, page: PixelSize,
    colors: ColorProfile?,
    at path: String
  ) async throws -> Int {
    let ports = ports
    let link = session.codeLink.flatMap { links().link(of: session.id, recorded: $0) }
    return try await inQueue { () throws -> Int in
      let bytes = try photos.map { try Self.read(ports.store.absolutePath(of: $0)) }
      let made = try ports.compositor.sheet(
        CompositeRequest(
          photos: bytes, event: event, artwork: ports.events.artwork(of: event), at: session.openedAt,
          link: link, filter: session.plan.look), canvas: canvas, page: page, colors: colors)
      try Self.write(made.jpeg, to: path)
      return made.pieces
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(JobFault) {
    guard let file = fopen(path, "wb") else {
      throw JobFault(.mayPass, "cannot write \(path): \(SystemWords.of(errno))")
    }
    let written = fwrite(bytes, 1, bytes.count, file)
    let code = errno
    guard fclose(file) == 0, written == bytes.count else {
      throw JobFault(.mayPass, "cannot write \(path): \(SystemWords.of(written == bytes.count ? errno : code))")
    }
  }

  private func makeComposite(of session: SessionRecord, _ photos: [Asset], _ event: Event) async throws -> [UInt8] {
    let ports = ports
    let link = session.codeLink.flatMap { links().link(of: session.id, recorded: $0) }
    return try await inQueue { () throws -> [UInt8] in
      let bytes = try photos.map { try Self.read(ports.store.absolutePath(of: $0)) }
      return try ports.compositor.composite(
        CompositeRequest(
          photos: bytes, event: event, artwork: ports.events.artwork(of: event), at: session.openedAt,
          link: link, filter: session.plan.look))
    }
  }

  private static func read(_ path: String) throws(JobFault) -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      // What is not there will not come back; too many open files, a disk that stumbles, no memory may pass.
      let code = errno
      let words = "cannot read \(path): \(SystemWords.of(code))"
      throw JobFault(code == ENOENT || code == ENOTDIR ? .impossible : .mayPass, words)
    }
    defer { fclose(file) }
    var status = stat()
    fstat(fileno(file), &status)
    let size = Int(status.st_size)
    // The standard library's one empty array is not to be written to, not even its count.
    guard size > 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
    guard bytes.count == size else { throw JobFault(.mayPass, "could read only \(bytes.count) bytes of \(path)") }
    return bytes
  }
}
