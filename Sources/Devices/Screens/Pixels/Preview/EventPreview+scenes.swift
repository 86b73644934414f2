import BoothCore

extension EventPreview {
  /// Every scene that guests of an event can see, by a name for its file.
  static func scenes(
    of event: Event, _ prints: [String: [UInt8]], at now: Instant
  ) -> [(name: String, picture: ScreenPicture)] {
    let photo = Asset(
      id: AssetID(1), session: SessionID(randomBytes: Array(repeating: 7, count: 16)), kind: .photo, strip: 0,
      path: "photo.jpg", sizeBytes: 1, checksum: "")
    let link = "https://gallery.example/s/5D0E6A6C-3F6B-4B8E-9F6B-0C2C9D8E7F10"
    let strips = event.plan.strips
    let guide = strips.compactMap(\.guide).first
    func picture(_ content: Scene.Content, _ change: (inout ScreenPicture) -> Void = { _ in }) -> ScreenPicture {
      var scene = Scene(BoothFlow())
      scene.content = content
      scene.event = event.slug
      if scene.showsLiveView || scene.counts { (scene.strip, scene.strips) = (0, strips.count) }
      var picture = ScreenPicture(scene: scene, event: event, events: [event])
      change(&picture)
      return picture
    }
    var scenes: [(name: String, picture: ScreenPicture)] = [
      ("events", picture(.eventSelection(highlighted: 0))),
      ("attract", picture(.attract)),
      ("attract-previous", picture(.attract) { $0.scene.previousLink = link }),
    ]
    if let consent = event.consent {
      scenes.append(("consent", picture(.consent(consent.question, highlighted: .agree, until: now + .seconds(41)))))
      if consent.question.offersKeepingHere {
        scenes.append(("kept-here", picture(.keptHere(until: now + .seconds(7)))))
      }
    }
    if event.filters.count > 1, let first = event.filters.first {
      let content = Scene.Content.look(
        event.filters, highlighted: first, until: now + .seconds(3), isByHand: false)
      scenes.append(("look", picture(content)))
    }
    scenes.append(("ready", picture(.getReady)))
    if strips.contains(where: { $0.start == .onPress }) { scenes.append(("aim", picture(.aim(guide: guide)))) }
    if strips.contains(where: { $0.clip != nil }) {
      let clip = strips.compactMap(\.clip).first ?? .seconds(10)
      scenes.append(("recording", picture(.recording(since: now - clip / 3, until: now + clip * 2 / 3))))
    }
    let last = max(strips.count - 1, 0)
    scenes += [
      ("countdown", picture(.countdown(until: now + .milliseconds(2600)))),
      ("flash", picture(.shutter(since: nil))),
      ("review", picture(.review(photo, until: now + .seconds(4))) { $0.photoPath = "photo.jpg" }),
      (
        "review-doubted",
        picture(.review(photo, until: now + .seconds(4))) {
          $0.photoPath = "photo.jpg"
          $0.scene.doubt = .blurred
        }
      ),
      ("try-again", picture(.tryAgain(.focus, until: now + .seconds(24))) { $0.scene.strip = last }),
      ("cancel", picture(.countdown(until: now + .seconds(2))) { $0.scene.cancelAskedUntil = now + .seconds(6) }),
      ("finishing", picture(.finishing(storageTrouble: false))),
      ("finishing-slowly", picture(.finishing(storageTrouble: true))),
      (
        "code",
        picture(.qr(link: link, until: now + .seconds(52))) { $0.upload = UploadProgress(uploaded: 3, total: 7) }
      ),
      (
        "code-done",
        picture(.qr(link: link, until: now + .seconds(20))) { $0.upload = UploadProgress(uploaded: 7, total: 7) }
      ),
    ]
    if event.prints != 0 {
      let choices = Array(1...min(max(event.prints ?? 2, 1), PrintForm.mostCopies)) + [0]
      if event.layouts.count > 1 {
        let layouts = event.layouts.map(\.id)
        scenes.append(
          (
            "print-layout",
            picture(.printLayout(layouts, highlighted: layouts[0], until: now + .seconds(3), isByHand: false)) {
              $0.layoutPictures = Dictionary(uniqueKeysWithValues: prints.keys.map { ($0, layoutPath($0)) })
            }
          ))
      }
      scenes += [
        (
          "print",
          picture(
            .print(choices, highlighted: 1, until: now + .seconds(3), isByHand: false, isKeeping: false))
        ),
        (
          "code-print",
          picture(.qr(link: link, until: now + .seconds(52))) { $0.scene.prints = .comes }
        ),
      ]
    }
    if event.takesEmails {
      var entry = AddressEntry()
      for character in "maria.k@exam" { _ = entry.take(.character(character)) }
      scenes += [
        ("code-email", picture(.qr(link: link, until: now + .seconds(52))) { $0.scene.takesEmails = true }),
        ("address", picture(.address(until: now + .seconds(44), isKeeping: false)) { $0.address = entry }),
      ]
    }
    scenes += [
      ("resume", picture(.resumeOffer(taken: last, of: strips.count, until: now + .seconds(28)))),
      ("paused", picture(.paused)),
      ("pending", picture(.getReady) { $0.scene.pending = .pause }),
      ("out-of-order", picture(.outOfOrder(.camera("the camera is gone. Check its plug.")))),
      ("starting", picture(.starting)),
      ("stopped", picture(.stopped)),
    ]
    return scenes
  }
}
