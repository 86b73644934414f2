import BoothCore

extension GPhoto2Profile {
  /// This, with what a camera's own profile says in its place.
  func with(_ camera: CameraProfile.GPhoto2) -> GPhoto2Profile {
    func settings(_ parameters: [CameraProfile.GPhoto2.Parameter]) -> [Setting] {
      parameters.map { Setting($0.name, $0.value) }
    }
    var profile = self
    profile.standby += settings(camera.standby)
    profile.preview += settings(camera.preview)
    profile.still += settings(camera.still)
    if let after = camera.afterFailedPhoto { profile.afterFailedPhoto = settings(after) }
    profile.captureTarget = camera.captureTarget ?? captureTarget
    profile.busyMeansNoFocus = camera.busyMeansNoFocus
    profile.focusTries = camera.focusTries
    profile.focusAhead = settings(camera.focusAhead)
    if let restart = camera.liveViewRestart { profile.liveViewRestart = restart == .zero ? nil : restart }
    profile.liveViewRate = camera.liveViewRate ?? liveViewRate
    profile.keepAlive = camera.keepAlive ?? keepAlive
    profile.deletesFromCamera = camera.deletesFromCamera
    if !camera.keepsRaw { profile.rawFolder = nil }
    profile.limits.open = camera.limits.open ?? limits.open
    profile.limits.liveView = camera.limits.liveView ?? limits.liveView
    profile.limits.exposure = camera.limits.exposure ?? limits.exposure
    profile.limits.busy = camera.limits.busy ?? limits.busy
    // The booth must not give up while the camera's process may still wait.
    profile.limits.photo = camera.limits.photo ?? max(limits.photo, profile.limits.exposure + .seconds(4))
    profile.limits.rawPhoto = max(limits.rawPhoto, profile.limits.photo)
    return profile
  }
}

extension CameraProfile.GPhoto2.CaptureTarget {
  /// The words of the bodies' own choices: Canon and Nikon first, then Sony.
  var words: [String] {
    switch self {
    case .card: ["Memory card", "card+sdram", "card"]
    case .memory: ["Internal RAM", "sdram"]
    }
  }
}
