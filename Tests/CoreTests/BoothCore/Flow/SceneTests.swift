import BoothCore
import BoothTesting
import Testing

/// What the guests see follows from the state alone.
@Suite struct SceneTests {
  private func scene(_ name: String) -> Scene {
    Scene(FlowSample.all.first { $0.name == name }!.flow)
  }

  @Test func `each state has its picture`() {
    let expected: [(String, (Scene.Content) -> Bool)] = [
      ("starting", { $0 == .starting }),
      ("eventSelection, no event chosen yet", { $0 == .eventSelection(highlighted: 0) }),
      ("idle", { $0 == .attract }),
      ("opening", { $0 == .getReady }),
      ("capture: aiming", { $0 == .aim(guide: "guides/jaffa-gate.jpg") }),
      ("capture: getting ready for the clip", { $0 == .getReady }),
      ("capture: recording", { if case .recording = $0 { true } else { false } }),
      ("capture: countdown", { if case .countdown = $0 { true } else { false } }),
      ("capture: taking the photo, first try", { if case .shutter = $0 { true } else { false } }),
      ("capture: review, strip 1 of 3", { $0 == .review(.photo(1), until: Instant(nanoseconds: 1_008_000_000_000)) }),
      ("capture: try again?, nothing kept", { if case .tryAgain(.camera, _) = $0 { true } else { false } }),
      ("upload: queueing", { $0 == .finishing(storageTrouble: false) }),
      ("upload: waiting for clips, the last", { $0 == .finishing(storageTrouble: false) }),
      ("upload: the store refused", { $0 == .finishing(storageTrouble: true) }),
      ("qr, later", { if case .qr(let link, _) = $0 { link == SessionRef.sample().link } else { false } }),
      ("resumeOffer", { if case .resumeOffer(taken: 2, of: 3, _) = $0 { true } else { false } }),
      ("settings", { $0 == .settings }),
      ("paused", { $0 == .paused }),
      ("out of order: camera", { $0 == .outOfOrder(.camera("the camera is unplugged")) }),
      ("out of order: no events", { $0 == .outOfOrder(.noEvents) }),
      ("stopped", { $0 == .stopped }),
    ]
    for (name, matches) in expected {
      #expect(matches(scene(name).content), "\(name): \(scene(name).content)")
    }
  }

  @Test(arguments: FlowSample.all) func `the live view is part of the picture only while it runs`(_ sample: FlowSample)
  {
    if Scene(sample.flow).showsLiveView { #expect(sample.liveViewRuns) }
  }

  @Test(arguments: FlowSample.all) func `the strip is counted while a session runs`(_ sample: FlowSample) {
    let scene = Scene(sample.flow)
    if case .capture(let capture) = sample.flow.state {
      #expect(scene.strip == capture.strip && scene.strips == capture.plan.strips.count)
      #expect(scene.cancelAskedUntil == capture.cancelAskedUntil)
      #expect(scene.event == sample.flow.selected)
    } else {
      let asked: Instant? =
        switch sample.flow.state {
        case .upload(let upload): upload.cancelAskedUntil
        case .qr(let finished, _, _): finished.cancelAskedUntil
        default: nil
        }
      #expect(scene.strip == nil && scene.strips == nil && scene.cancelAskedUntil == asked)
    }
  }

  @Test func `pictures with running numbers say so`() {
    for name in [
      "capture: recording", "capture: countdown", "capture: review, the last strip", "qr, later", "resumeOffer",
    ] {
      #expect(scene(name).counts, "\(name)")
    }
    for name in ["idle", "paused", "opening", "upload: queueing", "capture: aiming", "settings"] {
      #expect(!scene(name).counts, "\(name)")
    }
    var trail = FlowTrail(FlowSample.all.first { $0.kind == .aiming }!.flow)
    trail.press(.cancel)
    #expect(Scene(trail.flow).counts)
  }
}
