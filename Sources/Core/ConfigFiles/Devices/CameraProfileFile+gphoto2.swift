import BoothCore

extension StrictReader {
  static let gphoto2Keys = [
    "standby", "preview", "still", "afterFailedPhoto", "captureTarget", "raw", "afterDownload", "autofocus",
    "keepAliveSeconds", "liveView", "limits",
  ]

  mutating func gphoto2(_ fields: FileFields) -> CameraProfile.GPhoto2 {
    var gphoto2 = CameraProfile.GPhoto2()
    gphoto2.standby = parameters("standby", in: fields) ?? []
    gphoto2.preview = parameters("preview", in: fields) ?? []
    gphoto2.still = parameters("still", in: fields) ?? []
    gphoto2.afterFailedPhoto = parameters("afterFailedPhoto", in: fields)
    gphoto2.captureTarget = choice("captureTarget", in: fields, of: CameraProfile.GPhoto2.CaptureTarget.self)
    gphoto2.keepsRaw = choice("raw", in: fields, of: RawWord.self) != .leave
    gphoto2.deletesFromCamera = choice("afterDownload", in: fields, of: DownloadWord.self) == .delete
    gphoto2.keepAlive = seconds("keepAliveSeconds", in: fields, 0.5...300)
    let focusKeys = ["tries", "busyMeansNoFocus", "ahead", "aheadSeconds"]
    if let autofocus = object("autofocus", in: fields, known: focusKeys) {
      gphoto2.focusTries = whole("tries", in: autofocus, 1...5) ?? gphoto2.focusTries
      gphoto2.focusAhead = parameters("ahead", in: autofocus) ?? []
      gphoto2.focusTime = seconds("aheadSeconds", in: autofocus, 0.1...5) ?? gphoto2.focusTime
      gphoto2.busyMeansNoFocus = bool("busyMeansNoFocus", in: autofocus, otherwise: false)
    }
    if let liveView = object("liveView", in: fields, known: ["framesPerSecond", "restartSeconds"]) {
      gphoto2.liveViewRate = whole("framesPerSecond", in: liveView, 1...60)
      gphoto2.liveViewRestart = seconds("restartSeconds", in: liveView, 0...86_400)
    }
    gphoto2.limits = limits(in: fields)
    return gphoto2
  }

  private mutating func limits(in fields: FileFields) -> CameraProfile.GPhoto2.Limits {
    var limits = CameraProfile.GPhoto2.Limits()
    let known = ["openSeconds", "liveViewSeconds", "photoSeconds", "exposureSeconds", "busySeconds"]
    guard let fields = object("limits", in: fields, known: known) else { return limits }
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
  private mutating func parameters(_ key: String, in fields: FileFields) -> [CameraProfile.GPhoto2.Parameter]? {
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

/// What becomes of a raw file beside the photo.
private enum RawWord: String, CaseIterable { case keep, leave }

/// What becomes of a photo on the camera's card.
private enum DownloadWord: String, CaseIterable { case keep, delete }
