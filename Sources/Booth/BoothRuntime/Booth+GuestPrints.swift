public import BoothCore

/// Prints that guests order on the page of their session.
extension Booth: GuestPrints {
  /// After so long nothing is offered any more: what waited for longer than that is not printed either.
  private static let lasts: Double = 12 * 3600

  public func printOffer(of session: SessionID) async -> GuestPrintOffer? {
    do throws(StoreError) {
      guard let port = ports.printer, let record = try await ports.store.session(session),
        record.state == .finished || record.state == .uploaded, flow.selected == record.eventSlug
      else { return nil }
      let event = event(of: record)
      guard event.printsFromGallery, isFresh(record) else { return nil }
      let most = min(PrintForm.mostCopies, event.prints ?? port.copies)
      let ordered = try await ports.store.prints(of: session)?.ofGuests ?? 0
      let left = flow.printer?.prints == true ? max(0, min(most - ordered, printRoom ?? most)) : 0
      return left == 0 && ordered == 0 ? nil : GuestPrintOffer(ordered: ordered, left: left)
    } catch {
      note("prints", error.description)
      return nil
    }
  }

  public func orderPrint(of session: SessionID, after ordered: Int) async -> GuestPrintReply {
    guard let offer = await printOffer(of: session) else { return .notNow }
    // A page that was open, or a button that was pressed twice.
    guard offer.ordered == ordered else { return .ordered }
    guard flow.printer?.prints == true else { return .notNow }
    // Asked again, as others may have ordered meanwhile; from here to the record no other order is let through beyond the limit.
    guard offer.left > 0, printRoom.map({ $0 > 0 }) ?? true else { return .noneLeft }
    ordersUnderWay += 1
    defer { ordersUnderWay -= 1 }
    do throws(StoreError) {
      let layout = try await ports.store.prints(of: session)?.prints.last { $0.origin == .guests }?.layout
      let jobs = try await ports.store.orderPrints(
        1, of: session, in: layout, by: .guests, most: ordered + 1, at: ports.clock.wallTime
      ).jobs
      if let all = try await ports.store.prints(of: session) { printTally.note(all) }
      post(.added(jobs))
      countPrints()
      return .ordered
    } catch {
      note("prints", error.description)
      return .notNow
    }
  }

  private func isFresh(_ record: SessionRecord) -> Bool {
    let now = ports.clock.wallTime
    // Without a clock that is right nothing tells; then the event that is played does.
    guard now.trusted, record.openedAt.trusted else { return true }
    return (0...Self.lasts).contains(now.unixSeconds - record.openedAt.unixSeconds)
  }

  /// How many prints guests may order together; nil: any number.
  private var printRoom: Int? { printsLeft.map { $0 - ordersUnderWay } }
}
