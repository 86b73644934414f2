import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import FoundationEssentials
import StudioModel

/// Whether uploads will arrive, and links lead somewhere.
extension Examination {
  func gallery() async -> [Finding] {
    guard let url = settings.text(.galleryURL) else { return await ownGallery() }
    let (gallery, isAway) = await remoteGallery(url)
    let findings = [gallery, await links(settings.text(.galleryPublicURL) ?? url, unlessAt: url, isAway: isAway)]
    // One that is away has said so.
    return isAway ? findings : findings + (await eventPages(at: url, token: settings.text(.galleryToken) ?? ""))
  }

  private func ownGallery() async -> [Finding] {
    var findings: [Finding] = []
    let secrets = settings.data + "/gallery-secrets.json"
    if FileManager.default.fileExists(atPath: secrets) {
      do { _ = try GallerySecrets.load(folder: settings.data) } catch {
        findings.append(
          .bad(
            "gallery", CommandText(of: error),
            "its next start sets it aside and makes new ones; keys of events that are by link only change then",
            .init(.gallerySecrets)))
      }
    }
    if let words = OwnGallery.obstacle(in: settings.data) {
      findings.append(
        .bad(
          "gallery", CommandText(advice: words),
          "fix that; the booth starts anyway, keeps what it has to upload, and tries again",
          .init(.galleryFolder)))
    }
    for words in OwnGallery.oddities(in: settings.data) {
      findings.append(
        .bad(
          "gallery", CommandText(advice: words),
          "the booth sets it aside by itself, at its start and while it runs, and brings again what was published; or move it away",
          .init(.oddFile)))
    }
    if let status = try? await Console(settings: settings).status() {
      // Which gallery it uploads to was said to that booth, maybe by flags: what came of it is what can be known here.
      if let failure = status.uploadFailure {
        // Its own says itself what keeps it.
        let isOwn = ["own gallery", "gallery place", "gallery folder"].contains { status.troubles[$0] != nil }
        findings.append(
          .bad(
            "gallery",
            "the running booth's uploads do not arrive (links begin with \(status.linkBase)): \(advice: failure)",
            isOwn
              ? "see `booth`, which says what its gallery lacks; uploads continue when it has that"
              : "check the network and the gallery's address and token (gallery.url, gallery.token), or see to what it says; "
                + "uploads continue when it answers", .init(isOwn ? .galleryFolder : .galleryUnreachable)))
      }
      let own = OwnPlace(settings)
      var finding: Finding?
      if let trouble = await own?.trouble(data: settings.data) {
        finding = .bad(
          "links", "begin with \(status.linkBase), and \(advice: trouble.words)", CommandText(advice: trouble.remedy),
          .init(.linksStranger, status.linkBase))
      } else if OwnGallery.isLocalOnly(status.linkBase) {
        finding = await unanswered(status.linkBase, isOwn: own != nil)
      }
      if finding == nil { finding = await links(status.linkBase, isOwn: own != nil) }
      findings += [finding].compactMap { $0 }
      return finding?.verdict == .bad ? findings : findings + (await eventPages(at: status.linkBase, token: ""))
    }
    let host = settings.text(.galleryHost) ?? "0.0.0.0"
    let port = settings.integer(.galleryPort)
    let base = settings.text(.galleryPublicURL) ?? OwnGallery.base(host: host, port: port)
    if let problem = await PortTrial.problem(host: host, port: port) {
      let holder = await GalleryHolder.at(OwnGallery.localBase(host: host, port: port), data: settings.data)
      switch holder {
      case .none:
        findings.append(
          .bad(
            "gallery", CommandText(advice: problem.words), CommandText(advice: problem.remedy),
            .init(.galleryPort, "\(port)"))
        )
      case .own:
        findings.append(
          .warning(
            "gallery", "port \(port) is in use by this data folder's own gallery, which runs without a booth",
            "stop it before the booth starts, or choose another port: gallery.port or --gallery-port",
            .init(.galleryAlone, "\(port)")))
      case .otherBooth, .otherProgram:
        let stranger = holder.stranger ?? ""
        findings += [
          .bad(
            "gallery", "port \(port) is in use by another program: \(stranger) answers there",
            CommandText(advice: problem.remedy), .init(.galleryPort, "\(port)")),
          .bad(
            "links", "begin with \(base), where \(stranger) answers now", "see `gallery`", .init(.linksStranger, base)),
        ]
        return findings
      }
    } else {
      findings.append(
        .fine(
          "gallery", "our own, on port \(port == 0 ? "any" : "\(port)") of \(host), which is free",
          port == 0 ? .init(.fine) : .init(.galleryPortFree, "\(port)")))
    }
    findings.append(
      local(base) ?? .fine("links", "begin with \(base) (checked when the booth runs)", .init(.linksBegin, base)))
    return findings
  }

  /// Whether links that begin so lead somewhere.
  /// - Parameters:
  ///   - known: the gallery's own address, which another finding is about.
  ///   - isAway: what that finding says is that nothing answers there.
  ///   - isOwn: this data folder's own gallery is meant.
  private func links(
    _ base: String, unlessAt known: String? = nil, isAway: Bool = false, isOwn: Bool = false
  ) async -> Finding {
    if let finding = local(base) { return finding }
    if base == known, isAway { return .fine("links", "begin with \(base)", .init(.linksBegin, base)) }
    if base != known, let finding = await unanswered(base, isOwn: isOwn) { return finding }
    return await shutToPhones(base)
      ?? .fine("links", "begin with \(base), where the gallery shows phones their pages", .init(.linksBegin, base))
  }

  /// What a guest's phone is told there instead of its page; nil where it is shown one. A gallery that this program may call, with
  /// its token, may be shut to phones, and the other way round.
  private func shutToPhones(_ base: String) async -> Finding? {
    await AskedGallery.at(base) { gallery -> Finding? in
      do throws(GalleryError) { try await gallery.opensForPhones() } catch {
        let words: CommandText = "begin with \(base), where a guest's phone is refused its page (\(error))"
        let remedy: CommandText =
          error.advice.map { "\(advice: $0)" }
          ?? "open \(base)/s/TEST with a phone: the proxy or firewall before the gallery is likely to say why"
        // A browser mostly gives that proof by itself.
        let condition = BoothCondition(.linksRefused)
        return error.refuser == .challenge
          ? .warning("links", words, remedy, condition) : .bad("links", words, remedy, condition)
      }
      return nil
    }
  }

  /// What is wrong with links that begin so, as this machine finds it; nil where a gallery answers there.
  private func unanswered(_ base: String, isOwn: Bool = false) async -> Finding? {
    if isOwn, await GalleryHolder.at(base, data: settings.data) == .otherBooth {
      return .bad(
        "links", "begin with \(base), where another booth's gallery answers",
        "see that it leads to this booth's: gallery.public_url, the proxy or tunnel before the gallery",
        .init(.linksStranger, base))
    }
    return await AskedGallery.at(base) { gallery -> Finding? in
      do throws(GalleryError) { try await gallery.health() } catch {
        return .bad(
          "links", "begin with \(base), where no gallery answers (\(advice: error))",
          "see that it leads to the gallery: gallery.public_url, the network's firewall, the proxy before the gallery",
          .init(.linksUnanswered, base))
      }
      return nil
    }
  }

  private func local(_ base: String) -> Finding? {
    guard OwnGallery.isLocalOnly(base) else { return nil }
    return .warning(
      "links", "begin with \(base): they open on this machine only",
      "connect it to the guests' network, or set gallery.public_url", .init(.linksLocal, base))
  }

  /// And whether nothing answers there.
  private func remoteGallery(_ url: String) async -> (Finding, isAway: Bool) {
    guard let token = settings.text(.galleryToken) else {
      return (
        .bad(
          "gallery", "\(url) is set without a token", "put its PRESIGN_TOKEN into BOOTH_GALLERY_TOKEN",
          .init(.galleryToken)), false
      )
    }
    return await AskedGallery.at(url, token: token) { gallery in
      do throws(GalleryError) {
        try await gallery.health()
        try await gallery.takesToken()
      } catch {
        let isAway = error.code == .unreachable
        return (
          .bad(
            "gallery", "\(url): \(advice: error)", Self.remedy(error),
            .init(isAway ? .galleryUnreachable : .galleryRefused)), isAway
        )
      }
      return (.fine("gallery", "\(url) answers and takes the token", .init(.galleryAnswers)), false)
    }
  }

  private static func remedy(_ error: GalleryError) -> CommandText {
    switch error.code {
    case .unauthorized: "check the token (gallery.token)"
    case .unreachable: "check the network and the address (gallery.url); uploads wait until it answers"
    case .busy, .forbidden, .notAGallery, .garbage, .urlRefused, .tooLarge, .localFile, .gone, .unsupported, .lost,
      .unasked:
      error.advice.map { "\(advice: $0)" } ?? "check the address (gallery.url) and the server"
    }
  }
}
