import BoothCore
import BoothTesting
import Testing

@Suite struct ErasureTests {
  private let session = SessionRef.sample().id
  private let time = WallTime(unixSeconds: 1_000_000_000)

  @Test func `its code leaves the screen before the disk is asked`() {
    let erasure = Erasure(of: session, at: time)
    #expect(erasure.start() == [.sendToFlow(.sessionErased(session))])
  }

  @Test func `when the store took it nobody works for it but its erasure at the gallery`() {
    var erasure = Erasure(of: session, at: time)
    let jobs = [Job(id: 8, kind: .erase, session: session)]
    #expect(erasure.handle(.taken(jobs)) == [.sendToPump(.sessionDiscarded(session)), .sendToPump(.added(jobs))])
  }

  @Test func `what the disk refuses is a deletion like any other`() {
    var erasure = Erasure(of: session, at: time)
    #expect(erasure.handle(.refused) == [.decide(.session(session, .erase, at: time))])
  }
}
