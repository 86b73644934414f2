import BoothCore
import Glibc
import Logging

/// Displays that come and go.
extension KMSOutput {
  /// Brings the card to what it should show, as things stand.
  /// - Parameter probing: asks the displays anew.
  func settle(probing: Bool) {
    guard !isClosed, console?.isActive ?? true else { return }
    do throws(CardFault) {
      guard let card = presentCard() else { return }
      // It may have been put away only now, and not be the one that is shown.
      guard console?.isActive ?? true else { return try card.dropMaster() }
      if !card.isMaster { try card.becomeMaster() }
      let next = DisplayPlan(
        try card.connectors(probing: probing), crtcs: try card.crtcs(), options: options, current: plan)
      switch (plan, next) {
      case (nil, nil): break
      case (_?, nil):
        logger.warning("the display is unplugged", metadata: ["screen.connector": "\(plan?.connector.name ?? "")"])
        detach()
        hide()
      case (let plan?, let next?) where plan.drivesTheSame(as: next) && isShown:
        self.plan = next
        try remind(card, of: next)
      case (let plan?, let next?) where plan.drivesTheSame(as: next): try comeBack(to: next, on: card)
      case (_, let next?):
        let wasShown = isShown
        detach()
        try attach(next, to: card)
        if wasShown { post(.changed) }
      }
    } catch  where error.isRefusal {
      loseMastership()
    } catch  where error.isGone {
      loseCard()
    } catch {
      report(error, "the display cannot be set up")
      if plan == nil { hide() }
    }
  }

  /// The card in use; where it has no display, whichever has.
  private func presentCard() -> (any GraphicsCard)? {
    if let card {
      guard plan == nil, options.device == nil, cards.paths().count > 1 else { return card }
      found = []
      abandonCard()
    }
    do throws(ScreenFault) {
      let (card, _) = try CardChoice(cards: cards, options: options).choose()
      adopt(card)
      return card
    } catch {
      return nil
    }
  }

  /// Makes buffers and shows the first, black.
  func attach(_ plan: DisplayPlan, to card: any GraphicsCard) throws(CardFault) {
    if !found.contains(where: { $0.state.id == plan.crtc }) {
      let fed = try card.connectors(probing: false).filter { $0.crtc == plan.crtc }.map(\.id)
      found.append((try card.crtc(plan.crtc), fed))
    }
    let picture = try CardPicture(card: card, size: plan.mode.size)
    do throws(CardFault) {
      try start(plan, picture, on: card)
    } catch {
      picture.destroy()
      throw error
    }
    if !plan.meetsRequest {
      logger.warning(
        "the display has no such mode",
        metadata: [
          "screen.wish": "\(options.mode?.description ?? "")", "screen.mode": "\(plan.mode)",
          "screen.connector": "\(plan.connector.name)",
        ])
    }
    logger.info(
      "screen",
      metadata: [
        "screen.card": "\(card.path)", "screen.driver": "\(card.driver)", "screen.connector": "\(plan.connector.name)",
        "screen.mode": "\(plan.mode)",
      ])
  }

  /// The same display as before.
  private func comeBack(to plan: DisplayPlan, on card: any GraphicsCard) throws(CardFault) {
    guard let picture else { return }
    try start(plan, picture, on: card)
  }

  /// A display that went and came within one look is there as before, and may be dark: it is told its mode again, which
  /// is nothing to one that shows it. A link that has broken down is set up anew by it (kernel documentation, the property
  /// "link-status"). At most once in ``patience``, and never lost.
  private func remind(_ card: any GraphicsCard, of plan: DisplayPlan) throws(CardFault) {
    guard mayBeDark, let picture, modeSetAt.map({ now() - $0 >= Self.patience }) ?? true else { return }
    try setMode(plan, picture, on: card)
    card.wake(plan.connector.id)
  }

  private func setMode(_ plan: DisplayPlan, _ picture: CardPicture, on card: any GraphicsCard) throws(CardFault) {
    mayBeDark = false
    modeSetAt = now()
    try card.set(
      CRTCState(id: plan.crtc, frame: picture.frontFrame, mode: plan.mode), connectors: [plan.connector.id])
  }

  private func start(_ plan: DisplayPlan, _ picture: CardPicture, on card: any GraphicsCard) throws(CardFault) {
    try setMode(plan, picture, on: card)
    card.markDirty(frame: picture.frontFrame)
    card.wake(plan.connector.id)
    self.plan = plan
    self.picture = picture
    generation += 1
    flight = nil
    shownFrom = nil
    lastShown = nil
    refusals = 0
    refusedPictures = 0
    flipsAreRefused = false
    hasNoRefresh = false
    lastTrouble = nil
    let isOther = size != picture.size
    resize(to: picture.size)
    guard !isShown else { return }
    isShown = true
    if isOther { post(.changed) }
    post(.visible)
  }

  /// Lets go of the display's buffers, and turns its CRTC off, as a display that comes back is to be started anew.
  func detach() {
    if let card, let plan {
      // Refused, or the card is gone: then there is nothing to turn off.
      try? card.set(CRTCState(id: plan.crtc, frame: 0), connectors: [])
    }
    picture?.destroy()
    picture = nil
    plan = nil
  }

  func hide() {
    flight = nil
    shownFrom = nil
    guard isShown else { return }
    isShown = false
    post(.hidden)
  }

  /// Another program decides now; it is tried again and again to get the card back.
  func loseMastership() {
    if isShown {
      logger.warning("another program has taken the display", metadata: ["screen.card": "\(card?.path ?? "")"])
    }
    hide()
  }

  func loseCard() {
    logger.warning("the graphics card is gone", metadata: ["screen.card": "\(card?.path ?? "")"])
    picture?.destroy()
    picture = nil
    plan = nil
    found = []
    abandonCard()
    hide()
  }

  /// Leaves the displays as they were found.
  func giveBack(_ card: any GraphicsCard) {
    // What cannot be given back is another program's by now.
    if card.isMaster {
      for (state, connectors) in found {
        do { try card.set(state, connectors: connectors) } catch {
          try? card.set(CRTCState(id: state.id, frame: 0), connectors: [])
        }
      }
    }
    picture?.destroy()
    picture = nil
    plan = nil
    try? card.dropMaster()
  }
}
