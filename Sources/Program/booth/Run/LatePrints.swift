import BoothCore
import BoothRuntime
import Synchronization

/// The booth's prints for its own gallery, which is there before the booth is.
final class LatePrints: GuestPrints {
  private let booth = Mutex<Booth?>(nil)

  func follow(_ new: Booth) { booth.withLock { $0 = new } }

  func printOffer(of session: SessionID) async -> GuestPrintOffer? {
    await booth.withLock { $0 }?.printOffer(of: session)
  }

  func orderPrint(of session: SessionID, after ordered: Int) async -> GuestPrintReply {
    await booth.withLock { $0 }?.orderPrint(of: session, after: ordered) ?? .notNow
  }
}
