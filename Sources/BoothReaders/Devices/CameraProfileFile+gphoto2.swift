import BoothCore

extension ProfileReader {
  mutating func gphoto2(_ fields: EventFields) -> CameraProfile.GPhoto2 {
    checkKeys(
      of: fields,
      known: [
        "standby", "preview", "still", "afterFailedPhoto", "captureTarget", "raw", "afterDownload", "autofocus",
        "keepAliveSeconds", "liveView", "limits",
      ])
    var gphoto2 = CameraProfile.GPhoto2()
    gphoto2.standby = parameters("standby", in: fields) ?? []
    gphoto2.preview = parameters("preview", in: fields) ?? []
    gphoto2.still = parameters("still", in: fields) ?? []
    gphoto2.afterFailedPhoto = parameters("afterFailedPhoto", in: fields)
    gphoto2.captureTarget = choice(
      CameraProfile.GPhoto2.CaptureTarget.allCases.map(\.rawValue), "captureTarget", in: fields
    ).flatMap(CameraProfile.GPhoto2.CaptureTarget.init(rawValue:))
    gphoto2.keepsRaw = choice(["keep", "leave"], "raw", in: fields) != "leave"
    gphoto2.deletesFromCamera = choice(["keep", "delete"], "afterDownload", in: fields) == "delete"
    gphoto2.keepAlive = seconds("keepAliveSeconds", in: fields, 0.5...300)
    if let autofocus = object("autofocus", in: fields) {
      checkKeys(of: autofocus, known: ["tries", "busyMeansNoFocus", "ahead", "aheadSeconds"])
      gphoto2.focusTries = whole("tries", in: autofocus, 1...5) ?? gphoto2.focusTries
      gphoto2.focusAhead = parameters("ahead", in: autofocus) ?? []
      gphoto2.focusTime = seconds("aheadSeconds", in: autofocus, 0.1...5) ?? gphoto2.focusTime
      gphoto2.busyMeansNoFocus = bool("busyMeansNoFocus", in: autofocus, otherwise: false)
    }
    if let liveView = object("liveView", in: fields) {
      checkKeys(of: liveView, known: ["framesPerSecond", "restartSeconds"])
      gphoto2.liveViewRate = whole("framesPerSecond", in: liveView, 1...60)
      gphoto2.liveViewRestart = seconds("restartSeconds", in: liveView, 0...86_400)
    }
    if let limits = object("limits", in: fields) { gphoto2.limits = self.limits(limits) }
    return gphoto2
  }

  private mutating func limits(_ fields: EventFields) -> CameraProfile.GPhoto2.Limits {
    checkKeys(
      of: fields, known: ["openSeconds", "liveViewSeconds", "photoSeconds", "exposureSeconds", "busySeconds"])
    var limits = CameraProfile.GPhoto2.Limits()
    limits.open = seconds("openSeconds", in: fields, 1...120)
    limits.liveView = seconds("liveViewSeconds", in: fields, 1...120)
    limits.photo = seconds("photoSeconds", in: fields, 1...120)
    limits.exposure = seconds("exposureSeconds", in: fields, 1...120)
    limits.busy = seconds("busySeconds", in: fields, 0...60)
    if let photo = limits.photo, let exposure = limits.exposure, exposure >= photo {
      refuse("exposureSeconds", in: fields, expected: "less than photoSeconds")
    }
    return limits
  }

  /// In the order of the file; nil where there is no such key.
  private mutating func parameters(_ key: String, in fields: EventFields) -> [CameraProfile.GPhoto2.Parameter]? {
    guard let object = object(key, in: fields) else { return nil }
    checkRepeats(of: object)
    var parameters: [CameraProfile.GPhoto2.Parameter] = []
    for name in object.object.keys {
      guard let value = parameterText(object.object[name], true: "1", false: "0"), !name.isEmpty else {
        refuse(name.printable(limit: 48), in: object, expected: "a text, a whole number, true or false")
        continue
      }
      parameters.append(CameraProfile.GPhoto2.Parameter(name, value))
    }
    return parameters
  }
}
