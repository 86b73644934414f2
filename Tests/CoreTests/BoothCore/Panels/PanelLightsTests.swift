import Testing

@testable import BoothCore

@Suite struct PanelLightsTests {
  @Test func `a light blinks as it is told, and says when it changes next`() {
    let pattern = LightPattern.blinking([.milliseconds(100), .milliseconds(50), .milliseconds(10), .milliseconds(40)])
    let expected = [
      (0, true, 100), (99, true, 100), (100, false, 150), (150, true, 160), (160, false, 200), (200, true, 300),
    ]
    for (at, isOn, change) in expected {
      #expect(pattern.isOn(after: .milliseconds(at)) == isOn, "at \(at)")
      #expect(pattern.nextChange(after: .milliseconds(at)) == .milliseconds(change), "at \(at)")
    }
    #expect(LightPattern.steady(true).isOn(after: .seconds(9)))
    #expect(LightPattern.steady(false).nextChange(after: .seconds(9)) == nil)
  }

  @Test func `lights follow the scene`() {
    let scenes: [(Scene.Content, PanelCue)] = [
      (.attract, .ready), (.eventSelection(highlighted: 0), .ready),
      (.countdown(until: Instant(nanoseconds: 0)), .countdown),
      (.shutter(since: nil), .flash), (.outOfOrder(.noEvents), .fault), (.outOfOrder(.camera("gone")), .fault),
      (.finishing(storageTrouble: true), .fault), (.finishing(storageTrouble: false), .busy), (.paused, .off),
      (.tryAgain(.camera, until: Instant(nanoseconds: 0)), .ask), (.getReady, .busy), (.aim(guide: nil), .ask),
      (.recording(since: Instant(nanoseconds: 0), until: Instant(nanoseconds: 0)), .recording),
    ]
    for (content, cue) in scenes {
      var scene = Scene(BoothFlow())
      scene.content = content
      #expect(PanelCue(scene) == cue, "\(content)")
    }
  }

  @Test func `the light of a photo that was triggered before zero is on before zero`() {
    var scene = Scene(BoothFlow())
    scene.content = .countdown(until: Instant(nanoseconds: 9))
    scene.isTriggered = true
    #expect(PanelCue(scene) == .flash)
  }

  @Test func `the question whether to cancel is a scene of its own`() {
    var scene = Scene(BoothFlow())
    scene.content = .shutter(since: nil)
    #expect(SceneKind(scene) == .shutter)
    scene.cancelAskedUntil = Instant(nanoseconds: 1)
    #expect(SceneKind(scene) == .cancelQuestion)
  }
}
