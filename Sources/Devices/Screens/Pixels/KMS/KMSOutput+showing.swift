public import BoothCore
import BoothSystem
import Glibc
import Logging

extension KMSOutput {
  /// Asks the card for a flip at the next refresh, or sets the mode where it is not set. A buffer of an older
  /// generation is dropped without a word.
  public func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault) {
    // Drawn before the display went, or the buffers were made anew.
    guard isShown, buffer.generation == generation, let card, let plan, let picture else { return }
    let frame = picture.backFrame
    do throws(CardFault) {
      if try !flip(card, plan, to: frame) {
        try card.set(CRTCState(id: plan.crtc, frame: frame, mode: plan.mode), connectors: [plan.connector.id])
        card.markDirty(frame: frame)
        show(from: now())
      }
      picture.flip()
      refusedPictures = 0
    } catch  where error.isRefusal {
      loseMastership()
    } catch  where error.isGone {
      loseCard()
    } catch {
      refusedPictures += 1
      if refusedPictures >= Self.pictureRefusals {
        // From nothing, at the next look.
        detach()
        hide()
      }
      throw error.screenFault(card.path)
    }
  }

  /// - Returns: false where the frame has to be shown without a flip.
  private func flip(_ card: any GraphicsCard, _ plan: DisplayPlan, to frame: UInt32) throws(CardFault) -> Bool {
    guard !flipsAreRefused else { return false }
    cookie += 1
    do throws(CardFault) {
      try card.flip(crtc: plan.crtc, frame: frame, cookie: cookie)
      flight = Flight(cookie: cookie, since: now())
      return true
    } catch  where error.isRefusal || error.isGone {
      throw error
    } catch {
      // EBUSY is said of a display that is off, too; setting the mode turns it on.
      refuse(error)
      return false
    }
  }

  private func refuse(_ fault: CardFault) {
    refusals += 1
    report(fault, "the card refuses to flip pages")
    if refusals >= Self.flipRefusals { flipsAreRefused = true }
  }

  func takeFlips() {
    guard let card else { return }
    do throws(CardFault) {
      for end in try card.takeFlips() where end.cookie == flight?.cookie {
        flight = nil
        refusals = 0
        // Some drivers stamp nothing.
        show(from: end.at.nanoseconds > 0 ? end.at : now())
      }
    } catch  where error.isGone {
      loseCard()
    } catch {
      report(error, "the card's events cannot be read")
    }
  }

  /// A flip whose end is not told, as of a display that was unplugged meanwhile, holds nothing up.
  func endOverdueFlip() {
    guard let flight, now() - flight.since >= Self.flipPatience else { return }
    self.flight = nil
    refuse(CardFault("a page flip", ETIME))
    if isShown { show(from: now()) }
  }

  /// A picture stands on the display from `moment` on; where the display's refresh does not hold it up, from the time on
  /// that it would.
  private func show(from moment: Instant) {
    var moment = moment
    if let lastShown {
      let due = lastShown + refreshInterval
      // A display's refreshes are a whole interval apart, or several.
      if !flipsAreRefused, moment - lastShown < refreshInterval * 3 / 4 { hasNoRefresh = true }
      if hasNoRefresh || flipsAreRefused { moment = max(moment, due) }
    }
    guard moment > now() else { return didShow(at: moment) }
    shownFrom = moment
    pace.start(first: moment, period: .zero)
  }

  func endPacedShow() {
    guard let moment = shownFrom else { return }
    if moment <= now() { didShow(at: moment) } else { pace.start(first: moment, period: .zero) }
  }

  private func didShow(at moment: Instant) {
    shownFrom = nil
    lastShown = moment
    post(.shown(at: moment))
  }
}
