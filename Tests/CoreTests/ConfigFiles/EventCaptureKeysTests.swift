import BoothCore
import ConfigFiles
import Testing

/// What an event says of how its sessions are taken.
@Suite struct EventCaptureKeysTests {
  @Test(arguments: [
    ("sound: true", true, 0), ("sound: false", false, 0), ("sound: null", false, 0), ("sound: 'yes'", false, 1),
    ("", false, 0),
  ])
  func `clips have sound where the event asks for it`(_ extra: String, _ expected: Bool, _ problems: Int) {
    let file = EventFileTests.event(extra)
    #expect(file.events.first?.sound == expected)
    #expect(file.problems.count == problems)
  }

  @Test(arguments: [
    ("photo_check: 'on'", PhotoCheck.on, 0), ("photo_check: 'ask'", .ask, 0), ("photo_check: 'off'", .off, 0),
    ("", nil, 0), ("photo_check: true", nil, 1), ("photo_check: 'never'", nil, 1),
  ])
  func `an event says what is done about spoiled photos, or leaves it to the booth`(
    _ extra: String, _ expected: PhotoCheck?, _ problems: Int
  ) {
    let file = EventFileTests.event(extra)
    #expect(file.events.first?.plan.photoCheck == expected)
    #expect(file.events.first?.plan.shortened(to: .lab).photoCheck == expected)
    #expect(file.problems.count == problems)
  }
}
