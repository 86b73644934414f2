import BoothCore
import Testing

@Suite struct FilmRunTests {
  private let hopeless = JobFault(.impossible, "its bytes are no film")
  private let later = JobFault(.mayPass, "no space left")

  @Test func `films are made one after the other`() {
    var run = FilmRun([.strip, .boomerang])
    #expect(run.start() == .make(.strip))
    #expect(run.handle(.kept) == .make(.boomerang))
    #expect(run.handle(.kept) == .finish(nil))
  }

  @Test func `one that cannot be made keeps nobody from the others, and is told at the end`() {
    var run = FilmRun([.strip, .boomerang, .gif])
    _ = run.start()
    #expect(run.handle(.failed(hopeless)) == .make(.boomerang))
    #expect(run.handle(.kept) == .make(.gif))
    #expect(run.handle(.kept) == .finish(hopeless))
  }

  @Test func `what may pass is told of several faults, whichever came first`() {
    for faults in [[hopeless, later], [later, hopeless]] {
      var run = FilmRun([.strip, .boomerang])
      _ = run.start()
      _ = run.handle(.failed(faults[0]))
      #expect(run.handle(.failed(faults[1])) == .finish(later))
    }
  }
}
