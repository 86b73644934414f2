import BoothCore
import Testing

/// What a camera says of itself before guests start, and what makes all its photos fail.
@Suite struct CameraStandingTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)
  private let main1 = CameraGeneration(.main, 1)
  private let full = CameraCondition(freeMegabytes: 0, captureTarget: .card)

  private func description(_ condition: CameraCondition?) -> CameraDescription {
    var description = CameraDescription(id: "d", model: "DSLR", driver: "test", takesStills: true, formats: [])
    description.condition = condition
    return description
  }

  /// A watch whose camera has opened, and what was told on the way.
  private func opened(_ condition: CameraCondition?) -> (CameraWatch, [CameraWatch.Effect]) {
    var watch = CameraWatch(main: CameraSupervisor(.main, name: "DSLR", steps: RecoverySteps()))
    _ = watch.handle(.started, at: start)
    let effects = watch.handle(.camera(.main, .opened(main1, description(condition))), at: start)
    return (watch, effects)
  }

  private func stills(_ effects: [CameraWatch.Effect]) -> [String?] {
    effects.compactMap { if case .sendToFlow(.stills(let why)) = $0 { why } else { nil } }
  }

  private func words(_ effects: [CameraWatch.Effect]) -> String {
    effects.map { if case .notifyOperator(let words?) = $0 { words } else { "" } }.joined()
  }

  private func refused(_ detail: String) -> CameraWatch.Input {
    let error = CameraError(.refusesPhotos, subject: "DSLR", detail: detail)
    return .camera(.main, .callFailed(main1, .takePhoto, error))
  }

  @Test func `a card that is full from the start: the flow and the operator hear of it before any guests come`() {
    let (watch, effects) = opened(full)
    #expect(stills(effects) == ["its card is full: put in an empty one, or delete its pictures"])
    #expect(words(effects).contains("from the live view") && words(effects).contains("card is full"))
    #expect(watch.current.isUsable, "its live view is fine")
  }

  @Test func `a low battery is told, and changes nothing else`() {
    let (watch, effects) = opened(CameraCondition(battery: "2%"))
    #expect(stills(effects).isEmpty && words(effects).contains("battery is low (2%)"))
    #expect(watch.current.isUsable)
  }

  @Test func `the clock of a camera keeps no photo from coming, and troubles no operator`() {
    #expect(words(opened(CameraCondition(clockAheadSeconds: 9999)).1).isEmpty)
  }

  @Test func `an emptied card ends it`() {
    var (watch, _) = opened(full)
    let empty = CameraCondition(freeMegabytes: 30_000, freePhotos: 900, captureTarget: .card)
    let effects = watch.handle(.camera(.main, .conditionChanged(main1, empty)), at: start + .seconds(9))
    #expect(effects == [.sendToFlow(.stills(nil)), .notifyOperator(nil)])
  }

  @Test func `one photo that the camera refuses is enough; five minutes later one may fail again`() throws {
    var (watch, _) = opened(nil)
    #expect(stills(watch.handle(refused("its card is full"), at: start)) == ["its card is full"])
    #expect(watch.current.isUsable && watch.main.ladder.isClear, "no connection is at fault")
    let due = try #require(watch.wakeUp)
    #expect(due == start + .seconds(300))
    #expect(watch.handle(.timePassed(LastFrames()), at: due).contains(.sendToFlow(.stills(nil))))
  }

  @Test func `a photo that comes ends it, and so does a body that was switched off and on`() {
    var (watch, _) = opened(nil)
    _ = watch.handle(refused("RAW only"), at: start)
    #expect(watch.handle(.camera(.main, .photoTaken(main1)), at: start).contains(.sendToFlow(.stills(nil))))
    _ = watch.handle(refused("RAW only"), at: start)
    let lost = CameraError(.disconnected, subject: "DSLR", detail: "gone")
    let away = watch.handle(.camera(.main, .lost(main1, lost)), at: start)
    #expect(stills(away).isEmpty, "one that is away says nothing of its photos")
    let due = watch.wakeUp ?? start
    _ = watch.handle(.timePassed(LastFrames()), at: due)
    let back = watch.handle(.camera(.main, .opened(CameraGeneration(.main, 2), description(nil))), at: due)
    #expect(back.contains(.sendToFlow(.stills(nil))))
  }

  @Test func `a body that refuses live view is out of order at once, in its own words, and no guests are invited`() {
    let (watch, effects) = opened(CameraCondition(liveViewRefusal: "Exposure Program Mode is not P/A/S/M"))
    guard
      case .sendToFlow(.outOfOrder(let remedy))? = effects.first(where: {
        if case .sendToFlow(.outOfOrder) = $0 { true } else { false }
      })
    else {
      Issue.record("nothing is said: \(effects)")
      return
    }
    #expect(remedy.contains("P/A/S/M") && !watch.current.isUsable)
  }

  @Test func `a dial that is turned at an idle booth is noticed, and turned back too`() {
    var (watch, _) = opened(CameraCondition())
    let scene = CameraCondition(liveViewRefusal: "Exposure Program Mode is not P/A/S/M")
    let turned = watch.handle(.camera(.main, .conditionChanged(main1, scene)), at: start + .seconds(5))
    #expect(turned.contains { if case .sendToFlow(.outOfOrder) = $0 { true } else { false } })
    #expect(turned.contains(.perform(.startLiveView(main1))), "it is looked whether it shows something after all")
    let frame = start + .seconds(7)
    #expect(watch.handle(.timePassed(LastFrames(main: frame)), at: frame).contains(.sendToFlow(.ready)))
  }

  @Test func `a card that is not known to be where photos go is tried`() {
    #expect(CameraCondition(freeMegabytes: 0).photosFail == nil && !CameraCondition(freeMegabytes: 0).troubles.isEmpty)
    let memory = CameraCondition(freeMegabytes: 0, captureTarget: .memory)
    #expect(memory.photosFail == nil && memory.troubles.count == 1, "told, and tried")
    #expect(CameraCondition(freeMegabytes: 150, captureTarget: .memory).troubles.isEmpty)
    #expect(CameraCondition(freeMegabytes: 40, freePhotos: 0, captureTarget: .card).photosFail != nil)
    #expect(CameraCondition(freeMegabytes: 4000, freePhotos: 0, captureTarget: .card).photosFail == nil)
  }

  @Test func `a body that takes RAW alone is tried, until a RAW file has shown that its picture does not do`() throws {
    var condition = CameraCondition(imageQuality: "NEF (Raw)")
    #expect(condition.photosFail == nil && condition.troubles.isEmpty)
    #expect(condition.warnings.contains { $0.contains("RAW + JPEG") })
    condition.rawFault = "it holds no picture of itself"
    let words = try #require(condition.photosFail)
    #expect(words.contains("NEF (Raw)") && words.contains("no picture of itself"))
    #expect(condition.warnings == [words], "one word about RAW is enough")
    condition.imageQuality = "JPEG Fine"
    #expect(condition.photosFail == nil && condition.warnings.isEmpty)
  }

  @Test func `live view that stands still while a RAW file is fetched is no trouble, and what goes on afterwards is`() {
    var (watch, _) = opened(nil)
    _ = watch.handle(.liveViewWanted(true), at: start)
    let fetching = CameraCondition(isFetchingRaw: true)
    _ = watch.handle(.camera(.main, .conditionChanged(main1, fetching)), at: start + .seconds(1))
    for second in 2...12 {
      let now = start + .seconds(second)
      _ = watch.handle(.timePassed(LastFrames(main: start)), at: now)
      #expect(watch.current.readyGeneration == main1, "after \(second) s")
    }
    _ = watch.handle(.camera(.main, .conditionChanged(main1, CameraCondition())), at: start + .seconds(12))
    _ = watch.handle(.timePassed(LastFrames(main: start)), at: start + .seconds(17))
    #expect(watch.current.readyGeneration == main1)
    _ = watch.handle(.timePassed(LastFrames(main: start)), at: start + .seconds(18))
    #expect(watch.current.readyGeneration == nil, "six seconds without a picture")
  }

  @Test(arguments: [
    ("NEF (Raw)", true), ("RAW", true), ("cRAW", true), ("RAW + Large Fine JPEG", false), ("NEF+Basic", false),
    ("JPEG Fine", false), ("Large Fine JPEG", false), ("Standard", false), ("Extra Fine", false),
  ]) func `only a word that means RAW alone is taken for it`(_ word: String, _ isRawOnly: Bool) {
    #expect(CameraCondition(imageQuality: word).takesRawOnly == isRawOnly)
  }
}
