import BoothCore
import BoothSystem
import Gallery
import Logging

/// The newest picture that guests took home, small: for the broker, where the operator allows it.
///
/// Sessions whose guests want nothing uploaded are passed over, and what is erased is gone from it with the next look.
struct LastPhoto: Sendable {
  /// What the broker has.
  enum Shown: Sendable, Equatable {
    /// Anything: it may keep a picture from before the booth's start, whose session was erased meanwhile.
    case unknown
    case nothing
    /// This one, or nothing where it cannot be made.
    case picture(SessionID, AssetID)
  }

  /// Others may lie between that stay here.
  private static let sessionsLookedAt = 40
  private static let frame = PixelSize(width: 640, height: 640)
  /// Larger ones are not published.
  static let mostBytes = 200_000

  let store: any SessionStore
  let maker: any SmallPictureMaker
  let log: Logger

  /// What is to be shown in place of what is; no bytes for nothing. Nil where it stays.
  func look(_ shown: Shown) async -> (shown: Shown, jpeg: [UInt8])? {
    let newest: (SessionID, Asset)?
    do throws(StoreError) {
      newest = try await store.sessions(limit: Self.sessionsLookedAt).lazy
        .filter { !$0.staysHere && ($0.state == .finished || $0.state == .uploaded) }
        .compactMap { session in session.assets.last { $0.kind == .stripPhoto }.map { (session.id, $0) } }
        .first
    } catch {
      // The store's own trouble is told where it matters.
      log.debug("no last photo", metadata: ["store.error": "\(error)"])
      return nil
    }
    let found = newest.map { Shown.picture($0.0, $0.1.id) } ?? .nothing
    guard found != shown else { return nil }
    // What was shown goes in any case: its session may be erased.
    guard let asset = newest?.1, let bytes = OrdinaryFile.bytes(store.absolutePath(of: asset)) else {
      return (found, [])
    }
    do throws(SmallPictureError) {
      let jpeg = try await maker.jpeg(of: .bytes(bytes), filling: Self.frame)
      return (found, jpeg.count <= Self.mostBytes ? jpeg : [])
    } catch {
      log.debug("no last photo", metadata: ["photo.error": "\(error)"])
      // Made with a later look, where that may be; meanwhile nothing is shown.
      return error.mayPass ? shown == .nothing ? nil : (.nothing, []) : (found, [])
    }
  }
}
