import BoothCore
import BoothVault

/// What the flow decides.
extension Watch {
  /// After each input of the flow, before its effects are carried out.
  /// - Parameter before: the state, where it is another now.
  func decided(
    _ night: Night, before: BoothState?, _ input: BoothInput, after: BoothFlow, _ effects: [BoothEffect]
  ) {
    visit(after.state)
    checkTyping(input, before ?? after.state, night)
    checkPhotos(input, after.state, changed: before != nil, night)
    checkRefusals(before, after.state, night)
    var isAwaited = false
    switch input {
    case .answered(let attempt, let answer):
      isAwaited = (before ?? after.state).waits(for: attempt)
      if !isAwaited { checkLate(night, before, after, effects) }
      if isAwaited { acknowledge(answer, effects, after, night) }
      if isAwaited, case .printsOrdered(let copies) = answer { promised(copies, attempt, night) }
    case .booted(let boot):
      for interrupted in boot.interrupted where interrupted.photos > 0 {
        for asset in interrupted.takes.flatMap({ [$0.photo, $0.clip].compactMap { $0 } }) { keep(asset, night) }
      }
    case .pressed, .guideTurned, .marked, .typed, .addressGiven, .requested, .cameraChanged, .storageChanged,
      .hoursChanged, .printerChanged, .sessionErased, .timePassed:
      break
    }
    // Asked twice to shut down, the booth ends between the two: the one that is still being written was to take its place.
    if let photo = unshown, after.state != .stopped, !isUnshown(photo, after.state) { unshown = nil }
    for effect in effects { announce(effect, input, from: before ?? after.state, night) }
    checkTakes(after.state, night)
    checkErased(after, night)
    checkLeadsOut(after, night)
    if before != nil {
      checkLink(after, night)
      if case .print = after.state { if case .print? = before {} else { checkOffer(night) } }
      if after.wakeUp == nil { checkExit(after, night) }
    }
    checkBounds(after, night)
  }

  /// A late answer changes no state, and what it brought may only be thrown away.
  private func checkLate(_ night: Night, _ before: BoothState?, _ after: BoothFlow, _ effects: [BoothEffect]) {
    let harmless = effects.allSatisfy { effect in
      switch effect {
      case .ignore, .discard(_, .lateAnswer), .discardSession(_, .lateAnswer): true
      default: false
      }
    }
    guard before == nil, harmless else {
      let led = before.map { "led from \($0) to \(after.state)" } ?? "had effects: \(effects)"
      return night.fail(.lateStaysLate, "an answer nobody waited for \(led)")
    }
  }

  /// What the flow took is kept from now on.
  private func acknowledge(_ answer: Answer, _ effects: [BoothEffect], _ after: BoothFlow, _ night: Night) {
    let asset: Asset
    switch answer {
    case .photoSaved(let photo): asset = photo
    case .photoDoubted(let photo, _):
      asset = photo
      if isUnshown(photo.id, after.state) { unshown = photo.id }
    case .clipSaved(let clip): asset = clip
    case .sessionOpened, .liveFrameSeen, .sessionQueued, .addressKept, .printsOrdered, .storageReady, .failed:
      return
    }
    let thrownAway = effects.contains { effect in
      if case .discard(let assets, _) = effect { assets.contains { $0.id == asset.id } } else { false }
    }
    if !thrownAway { keep(asset, night) }
  }

  /// Whether another photo is taken in this one's place, and neither was shown.
  private func isUnshown(_ photo: AssetID, _ state: BoothState) -> Bool {
    guard case .capture(let capture) = state, capture.takes[capture.strip].photo?.id == photo else { return false }
    switch capture.phase {
    case .gettingReady, .countdown, .takingPhoto, .settling, .tryAgain: return true
    case .aiming, .marking, .recording, .review: return false
    }
  }

  /// A kept photo leaves by what guests press, and by nothing else.
  private func announce(_ effect: BoothEffect, _ input: BoothInput, from before: BoothState, _ night: Night) {
    let byGuests: Bool
    if case .pressed(let press) = input { byGuests = press != .next && press != .previous } else { byGuests = false }
    switch effect {
    case .discard(let assets, let reason):
      for asset in assets {
        announcedAssets.insert(asset.id)
        guard kept[asset.id] != nil else { continue }
        switch reason {
        case .retake, .failedStrip: if byGuests { continue }
        case .reshot: if replaces(asset, input) { continue }
        case .cancel, .lateAnswer, .nothingKept, .erase, .erasedAtGallery, .keepPolicy: break
        }
        night.fail(.leavesByDecision, "\(asset.path) is thrown away (\(reason.rawValue)) by \(input)")
      }
    case .discardSession(let session, let reason):
      announcedSessions.insert(session.id)
      let photos = kept.values.filter {
        $0.asset.session == session.id && $0.asset.kind == .photo && !announcedAssets.contains($0.asset.id)
      }
      switch reason {
      case .cancel: if byGuests { return }
      case .erase: if byGuests, before.isTheirs(session) { return }
      case .nothingKept, .lateAnswer: if photos.isEmpty { return }
      case .retake, .failedStrip, .reshot, .erasedAtGallery, .keepPolicy: break
      }
      night.fail(.leavesByDecision, "session \(session.id) is thrown away (\(reason.rawValue)) by \(input)")
    default: break
    }
  }

  /// Whether the input brought another photo of the same strip.
  private func replaces(_ asset: Asset, _ input: BoothInput) -> Bool {
    switch input {
    case .answered(_, .photoSaved(let photo)), .answered(_, .photoDoubted(let photo, _)):
      photo.session == asset.session && photo.strip == asset.strip && photo.id != asset.id
    case .answered, .booted, .pressed, .guideTurned, .marked, .typed, .addressGiven, .requested, .cameraChanged,
      .storageChanged, .hoursChanged, .printerChanged, .sessionErased, .timePassed:
      false
    }
  }

  /// What a session holds is its own.
  private func checkTakes(_ state: BoothState, _ night: Night) {
    guard case .capture(let capture) = state else { return }
    for (strip, take) in capture.takes.enumerated() {
      for asset in [take.photo, take.clip].compactMap({ $0 })
      where asset.session != capture.session.id || asset.strip != strip {
        night.fail(.ownLinkOnly, "strip \(strip) of \(capture.session.id) holds \(asset.path)")
      }
    }
  }

  private func checkLink(_ flow: BoothFlow, _ night: Night) {
    switch flow.state {
    case .qr(let finished, _, _):
      guard let record = opened[finished.session.id], finished.session.link == record.link,
        record.link == GalleryPath.link(base: linkBases[record.id] ?? "", session: record.id)
      else {
        return night.fail(.linkIsTrue, "the code says \(finished.session.link), which is not the session's link")
      }
      guard finished.session.staysHere == record.staysHere else {
        return night.fail(.consentIsKept, "the guests of \(record.id) are told otherwise than they chose")
      }
      let recorded = night.booth.flatMap { try? $0.ledger.session(finished.session.id) }
      guard let recorded, recorded.state == .finished || recorded.state == .uploaded else {
        return night.fail(.linkIsTrue, "the code of \(finished.session.id) is shown, and nothing will bring its files")
      }
    default: break
    }
    if let previous = flow.previousQR, previous.session.flatMap({ opened[$0] })?.link != previous.link {
      night.fail(.linkIsTrue, "the small code says \(previous.link), which is no session's link")
    }
  }

  /// What is on the screen leads to where phones reach the gallery at this moment.
  private func checkLeadsOut(_ flow: BoothFlow, _ night: Night) {
    var isShown = flow.previousQR != nil
    if case .qr = flow.state { isShown = true }
    guard isShown else { return }
    let scene = Scene(flow, links: night.machines.links(night.place.links(at: night.now)))
    let large: String? = if case .qr(let link, _) = scene.content { link } else { nil }
    let base = night.place.base(at: night.now)
    for link in [large, scene.previousLink].compactMap(\.self) {
      if SimulatedPlace.leadsNowhere(link), night.place.gallery != .ownHere {
        night.fail(.codeLeadsOut, "the code says \(link), which leads phones to themselves")
      } else if base.map({ !link.hasPrefix($0 + "/") }) ?? true {
        night.fail(.codeLeadsOut, "the code says \(link), and the gallery is at \(base ?? "no address")")
      }
    }
  }

  /// What the operator erased is not shown, from that moment on.
  private func checkErased(_ flow: BoothFlow, _ night: Night) {
    guard !erasedSessions.isEmpty else { return }
    let shown: SessionID? = if case .qr(let finished, _, _) = flow.state { finished.session.id } else { nil }
    for session in [shown, flow.previousQR?.session].compactMap(\.self) where erasedSessions.contains(session) {
      night.fail(.linkIsTrue, "the code of \(session) is on the screen, and the operator erased it")
    }
  }

  /// A state that time alone does not end is left by one of these.
  private func checkExit(_ flow: BoothFlow, _ night: Night) {
    if case .stopped = flow.state { return }
    let exits: [BoothInput] =
      [.pressed(.start), .pressed(.cancel), .cameraChanged(.ready), .requested(.resume), .requested(.pause)]
      + [.storageChanged(StorageNews(.plenty, ""))]
      + [.requested(.shutDown), .booted(Boot(events: [], selected: nil, interrupted: []))]
    let leaves = exits.contains { input in
      var copy = flow
      _ = night.machines.flow(&copy, input, night.instant)
      return copy.state != flow.state
    }
    guard !leaves else { return }
    night.fail(.noDeadEnd, "\(flow.state) is left by no input")
  }

  /// Sessions, mail and questions that can be open at once have a bound.
  private func checkBounds(_ flow: BoothFlow, _ night: Night) {
    guard let booth = night.booth else { return }
    if booth.mailCount > 500 { night.fail(.staysBounded, "\(booth.mailCount) letters in the mailbox") }
    if booth.storeCount > 500 { night.fail(.staysBounded, "\(booth.storeCount) calls wait for the store") }
    if booth.clips.count > 8 { night.fail(.staysBounded, "\(booth.clips.count) clips are recorded at once") }
    if booth.journalSize > booth.journalBound {
      night.fail(.staysBounded, "the journal has \(booth.journalSize) bytes")
    }
  }
}

extension BoothState {
  /// Whether the guests who just accepted this session are taken to be there.
  fileprivate func isTheirs(_ session: SessionRef) -> Bool {
    switch self {
    case .upload(let upload): upload.session == session && !upload.quiet
    case .qr(let finished, _, _): finished.session == session
    default: false
    }
  }
}
