import BoothCore
import HTTPTypes
import Hummingbird
import Logging
import WebSupport

extension Gallery {
  /// `GET /api/small?path=…&width=…`: an original made small, for our own pages; see ``SmallPicture``. It is as public as the
  /// original is by its path. If none can be made, the answer redirects to the original.
  func small(_ call: WebCall) async throws -> WebAnswer {
    guard let path = call.query["path"], AssetPath(path) == .public, let original = ObjectKey(path),
      let session = SessionName(of: path), let width = call.query["width"].flatMap({ Int($0) }),
      SmallPicture.widths.contains(width)
    else { return .notFound }
    if try await isOver(path, call) { return Self.endedMedia }
    guard let info = try await store.info(original), info.contentType.hasPrefix("image/") else { return .notFound }
    guard let maker = smallPictures else { return leading(to: path) }
    guard let picture = SmallPicture(session: session, original: original, version: info.etag, width: width) else {
      return leading(to: path)
    }
    let headers: HTTPFields = [
      .contentType: "image/jpeg", .eTag: EntityTags.header(picture.tag), .cacheControl: "public, max-age=3600",
      .contentSecurityPolicy: SecurityHeaders.upload("image/jpeg"),
    ]
    if let known = call.request.headers[.ifNoneMatch], EntityTags.noneMatch(known, has: picture.tag) {
      // The answer leaves the body away itself.
      return WebAnswer(.ok, headers)
    }
    if let kept = await keptSmall(picture) { return WebAnswer(.ok, headers, .bytes(kept)) }
    let made = await smallPictureQueue.picture(picture) { await self.makeSmall(picture, maker) }
    guard let made else { return leading(to: path) }
    return WebAnswer(.ok, headers, .bytes(made))
  }

  /// Makes the small pictures of a session, in all sizes, once its upload is complete and before a page asks for them.
  func makeSmallAhead(_ manifest: SessionManifest, _ session: SessionName) async {
    guard let maker = smallPictures, let path = manifest.cardPicture, AssetPath(path) == .public,
      SessionName(of: path) == session, let original = ObjectKey(path)
    else { return }
    await smallPictureQueue.ahead(session) { await self.makeAhead(original, session, maker) }
  }

  private func makeAhead(_ original: ObjectKey, _ session: SessionName, _ maker: any SmallPictureMaker) async {
    for width in SmallPicture.widths {
      await maker.untilQuiet()
      await smallPictureQueue.untilIdle()
      do throws(ObjectStoreError) {
        guard let info = try await store.info(original), info.contentType.hasPrefix("image/"),
          let picture = SmallPicture(session: session, original: original, version: info.etag, width: width)
        else { return }
        // A picture that cannot be kept is of no use before a page asks for it.
        guard await maker.mayKeep(SmallPicture.mostBytes), await keptSmall(picture) == nil else { continue }
        _ = await smallPictureQueue.picture(picture) { await self.makeSmall(picture, maker) }
      } catch {
        // The first look makes it.
        return logger.info("no small picture was made ahead", metadata: ["picture.detail": "\(error.detail)"])
      }
    }
  }

  /// To the original, which is shown instead. Asked anew the next time.
  private func leading(to path: String) -> WebAnswer {
    let link: String
    if let assets = configuration.assetBaseURL {
      link = "\(assets)/\(PercentEncoding.path(path))"
    } else {
      // Beside it, which works behind any proxy.
      link = "asset?path=\(PercentEncoding.component(path))"
    }
    return WebAnswer(.found, [.location: link, .cacheControl: "no-store"])
  }

  /// As it is kept; nil where there is none, or one that is damaged or of another version: it is made anew then.
  private func keptSmall(_ picture: SmallPicture) async -> [UInt8]? {
    do throws(ObjectStoreError) {
      guard let (_, bytes) = try await store.readAll(picture.key, limit: SmallPicture.mostBytes) else { return nil }
      return picture.isWhole(bytes) ? bytes : nil
    } catch {
      // It is in the way of nothing: the original is what counts.
      return nil
    }
  }

  private func makeSmall(_ picture: SmallPicture, _ maker: any SmallPictureMaker) async -> SmallPictureQueue.Answer {
    do {
      // Another gallery of this store, or an earlier request, may have made it meanwhile.
      if let kept = await keptSmall(picture) { return .made(kept) }
      guard let source = try await smallSource(picture) else { return .none(isFinal: false) }
      let jpeg = try await maker.jpeg(of: source, filling: SmallPicture.frame(picture.width))
      guard let bytes = picture.kept(jpeg) else { return .none(isFinal: true) }
      if try await isErased(picture.session) { return .none(isFinal: true) }
      await keepSmall(picture, bytes, maker)
      return .made(bytes)
    } catch let error as SmallPictureError {
      logger.info(
        "a picture is shown as it came, as no small one could be made of it",
        metadata: ["picture.detail": "\(error.detail)", "picture.width": "\(picture.width)"])
      return .none(isFinal: !error.mayPass)
    } catch {
      return .none(isFinal: false)
    }
  }

  /// Nil where the original is another one meanwhile.
  private func smallSource(_ picture: SmallPicture) async throws(ObjectStoreError) -> SmallPictureSource? {
    if let file = try await store.file(picture.original) {
      return file.info.etag == picture.version ? .file(file) : nil
    }
    guard let (info, bytes) = try await store.readAll(picture.original, limit: Self.mostSmallSource) else { return nil }
    return info.etag == picture.version ? .bytes(bytes) : nil
  }

  /// Of a store that is no folder, whose originals are read into memory.
  private static let mostSmallSource = 64 << 20

  /// Keeps it where there is room for it. What cannot be kept is made again some time.
  private func keepSmall(_ picture: SmallPicture, _ bytes: [UInt8], _ maker: any SmallPictureMaker) async {
    do {
      guard await maker.mayKeep(bytes.count) else { return await smallPictureQueue.hold(picture, bytes) }
      _ = try await store.write(picture.key, contentType: "image/jpeg", bytes: bytes)
      // An erasure may have come between.
      _ = try await isErasedAfterWriting(picture.key, picture.session)
    } catch {
      await smallPictureQueue.hold(picture, bytes)
    }
  }
}
