import BoothCore
import BoothVault

/// What the operator does about prints: answers those that ask, and now and then wants one more, or one less.
extension SimulatedBooth {
  /// Looks into the tray where a print asks, and says what is there.
  func lookAfterPrints() {
    guard night.printer != nil, !night.isCalm || night.watch.hasUnsurePrints else { return }
    inStore { [unowned self] vault in
      let all: [SessionPrints]
      // What is refused here the operator is told, and tries again.
      do throws(StoreError) { all = try vault.allPrints().prints } catch { return }
      for prints in all {
        for print in prints.prints where isAlive && !night.gate.isKilled {
          let id = PrintID(session: prints.session, number: print.number)
          if night.isCalm { tryAgain(print, id, vault) } else { answer(print, id, vault) }
        }
      }
      if isAlive, !night.isCalm, !night.gate.isKilled { orderForOperator(vault) }
    }
  }

  private func answer(_ print: PrintRecord, _ id: PrintID, _ vault: Vault) {
    func chance(_ percent: Int) -> Bool { night.operatorAgent.printRandom.percent(percent) }
    switch print.state {
    case .ask, .probably:
      guard chance(40) else { return }
      night.printer?.look(night)
      let isThere = night.watch.prints[id]?.sheets ?? 0 > 0
      if chance(isThere ? 15 : 85) { printAgain(id, vault) } else { giveUp(id, vault) }
    case .out: if chance(1) { printAgain(id, vault) }
    case .queued: if chance(4) { giveUp(id, vault) } else { tryAgain(print, id, vault) }
    case .cancelled: if chance(1) { printAgain(id, vault) }
    case .sending, .accepted: break
    }
  }

  /// What the store refused is asked of it again.
  private func tryAgain(_ print: PrintRecord, _ id: PrintID, _ vault: Vault) {
    guard let known = night.watch.prints[id], known.isUnsure else { return }
    switch print.state {
    case .queued, .ask, .probably: if known.isGivenUp { giveUp(id, vault) } else { printAgain(id, vault) }
    case .cancelled: if known.isGivenUp { night.watch.unsure(id, false) } else { printAgain(id, vault) }
    case .sending, .accepted, .out: night.watch.unsure(id, false)
    }
  }

  /// `booth print retry`
  private func printAgain(_ id: PrintID, _ vault: Vault) {
    night.watch.askedAgain(id, night)
    night.watch.printsAsked += 1
    night.counts.prints.again += 1
    do throws(StoreError) {
      post(.jobs(.added(try vault.retryPrint(id))))
      night.watch.unsure(id, false)
    } catch {
      night.watch.unsure(id, true)
    }
  }

  /// `booth print cancel`
  private func giveUp(_ id: PrintID, _ vault: Vault) {
    night.watch.gaveUp(id)
    night.counts.prints.givenUp += 1
    do throws(StoreError) {
      for job in try vault.cancelPrint(id) { post(.jobs(.cancelRequested(job.id))) }
      night.watch.unsure(id, false)
    } catch {
      night.watch.unsure(id, true)
    }
  }

  /// `booth print SESSION`
  private func orderForOperator(_ vault: Vault) {
    guard night.operatorAgent.printRandom.percent(6) else { return }
    do throws(StoreError) {
      let sessions = try vault.ledger.sessions(in: [.finished, .uploaded]).filter { !$0.photos.isEmpty }
      guard !sessions.isEmpty else { return }
      let session = sessions[night.operatorAgent.printRandom.below(sessions.count)].id
      night.watch.printsAsked += 1
      let (prints, jobs) = try vault.orderPrints(1, of: session, by: .operator, most: nil, at: night.wallTime)
      night.counts.prints.ordered += prints.count
      night.watch.promised(prints.map { PrintID(session: session, number: $0.number) }, night)
      post(.jobs(.added(jobs)))
    } catch {}
  }
}
