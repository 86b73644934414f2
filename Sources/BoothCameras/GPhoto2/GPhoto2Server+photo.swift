import BoothCore
import BoothSystem
import CGPhoto2
import Glibc

/// Photos: the shutter, and the files that follow.
extension GPhoto2Server {
  /// How long a photo's JPEG may come after the camera's word that the exposure is over, or after its RAW file.
  static let fileLimit = Duration.seconds(3)

  /// Takes a photo, and again where the lens found no focus, as often as the profile says.
  func takePhoto() throws -> GPhoto2Memory {
    do { return try takePhotoWithFocus() } catch let error as CameraError where error.code == .refusesPhotos {
      // The card may have run full with this photo.
      guard try leaveFullCard() else { throw error }
      do { return try takePhotoWithFocus() } catch let again as CameraError where again.code == .failed {
        // Its memory is no way out, and it says less of that.
        throw error
      }
    }
  }

  private func takePhotoWithFocus() throws -> GPhoto2Memory {
    for _ in 1..<max(1, profile.focusTries) {
      do {
        return try takePhotoOnce()
      } catch let error as CameraError where error.code == .focusFailed {
        try say(.note("the lens found no focus; the shutter is pressed again"))
      }
    }
    return try takePhotoOnce()
  }

  /// Triggers, and waits for the JPEG. Not libgphoto2's own capture: on some cameras that waits for an event without
  /// end.
  private func takePhotoOnce() throws -> GPhoto2Memory {
    _ = try opened()
    cardFailed = false
    try drainEvents()
    try apply(profile.still)
    do {
      let deadline = DeviceClock.now() + profile.limits.exposure
      try trigger()
      let file = try awaitJPEG(until: deadline)
      let memory = try download(file)
      if given.count >= 10_000 { given = [:] }
      given[place(of: file)] = memory.mark
      failedInARow = 0
      if profile.deletesFromCamera { try delete(file) }
      if nextPicture != nil { try apply(profile.preview) }
      nextEvents = DeviceClock.now()
      return memory
    } catch let wire as CameraWireFault {
      throw wire
    } catch {
      let error = (error as? GPhoto2Fault).map { photoError($0) } ?? error
      failedInARow += 1
      if (error as? CameraError)?.code != .disconnected {
        try apply(profile.afterFailedPhoto)
        if nextPicture != nil { try apply(profile.preview) }
      }
      throw error
    }
  }

  private func place(of file: GPhoto2File) -> String { "\(file.folder)/\(file.name)" }

  /// libgphoto2 knows files by folder and name: of two with the same it may give the first. No photo is taken for another.
  private func expectAnother(_ memory: GPhoto2Memory, _ file: GPhoto2File) throws {
    guard given[place(of: file)] == memory.mark else { return }
    throw CameraError(
      .refusesPhotos, subject: port,
      detail: "it gives its files the same name (\(file.name)), and the photo before in place of the new one; set its "
        + "file numbering to continuous, or `afterDownload: \"delete\"` in its profile")
  }

  /// Presses the shutter, again while the camera says that it is busy.
  private func trigger() throws {
    let deadline = DeviceClock.now() + profile.limits.busy
    while true {
      do throws(GPhoto2Fault) {
        return try bodyForTrigger().trigger()
      } catch {
        guard error.saysBusy, !error.saysNoFocus, DeviceClock.now() < deadline else { throw error }
      }
      // A photo of before may not be told yet, and keep it busy.
      try drainEvents()
      try pause(.milliseconds(100))
    }
  }

  private func bodyForTrigger() throws(GPhoto2Fault) -> GPhoto2Body {
    guard let body else { throw GPhoto2Fault("trigger", GP_ERROR_IO) }
    return body
  }

  private func awaitJPEG(until deadline: Instant) throws -> GPhoto2File {
    var lastWord = DeviceClock.now()
    var isComplete = false
    var hasRaw = false
    /// A file of a kind that is neither; its RAW or JPEG may follow.
    var other: GPhoto2File?
    while true {
      let now = DeviceClock.now()
      let isOver = (isComplete || hasRaw) && now - lastWord >= Self.fileLimit || now >= deadline
      if isOver, isComplete || hasRaw || other != nil {
        throw CameraError(
          hasRaw || other != nil ? .refusesPhotos : .badPicture, subject: port,
          detail: hasRaw
            ? "it gave a RAW file and no JPEG; set its image quality to RAW + JPEG or JPEG"
            : other.map { "it gave \($0.name), which is neither JPEG nor RAW; set the camera to JPEG" }
              ?? "it took a photo and gave no file; look at its card and its image review")
      }
      guard now < deadline else {
        throw CameraError(
          .timedOut, subject: port, detail: "no photo came within \(profile.limits.exposure) of the shutter")
      }
      let event = try opened().nextEvent(milliseconds: 50)
      switch event {
      case .fileAdded(let file) where file.isJPEG: return file
      case .fileAdded(let file) where file.isRaw:
        waitingFiles.append(file)
        hasRaw = true
        lastWord = now
      case .captureComplete:
        isComplete = true
        lastWord = now
      case .fileAdded(let file):
        other = file
        lastWord = now
      case .nothing:
        // In the network this comes at once.
        if DeviceClock.now() - now < .milliseconds(10) { try pause(.milliseconds(5)) }
        try noticeSilence(now, lastWord)
      case .other: break
      }
    }
  }

  /// A network camera that hung up is told by no event: asks it, once a second.
  private func noticeSilence(_ now: Instant, _ lastWord: Instant) throws {
    guard now >= nextKeepAlive else { return }
    nextKeepAlive = now + .seconds(1)
    if !answers {
      throw CameraError(
        .disconnected, subject: port, detail: "the camera went silent after the shutter; check cable, power and battery"
      )
    }
  }

  /// Brings a file here whole: a second time if it is shorter than the camera says.
  private func download(_ file: GPhoto2File) throws -> GPhoto2Memory {
    let body = try opened()
    let (bytes, pixels) = try announced(file)
    // A second file of this name: what is remembered of the first is not to be given in its place.
    if given[place(of: file)] != nil { body.forgetFiles() }
    var memory = GPhoto2Memory()
    for attempt in 1...2 {
      memory = GPhoto2Memory()
      do {
        try body.download(file, into: memory.file)
      } catch {
        guard answers else { throw error }
        if attempt == 1 { continue }
        throw CameraError(
          .badPicture, subject: port,
          detail: "\(file.name) does not come whole (\(error.text)); look at the camera's card")
      }
      if bytes == 0 || memory.count == bytes { break }
    }
    try expectAnother(memory, file)
    guard memory.count > 0, bytes == 0 || memory.count == bytes else {
      throw CameraError(
        .badPicture, subject: port, detail: "\(file.name) has \(memory.count) bytes, but \(bytes) were announced")
    }
    try memory.expect(pixels, file.name, port)
    return memory
  }

  /// What the camera says of a file before its bytes come; zeros where it has them and says nothing of them.
  private func announced(_ file: GPhoto2File) throws -> (bytes: Int, pixels: PixelSize) {
    do { return try opened().announced(file) } catch let fault as GPhoto2Fault {
      guard answers else { throw fault }
      return (0, PixelSize(width: 0, height: 0))
    }
  }

  private func delete(_ file: GPhoto2File) throws {
    do throws(GPhoto2Fault) { try bodyForTrigger().delete(file) } catch {
      try say(.note("\(file.name) stays on the camera: \(error.text)"))
    }
  }

  /// What a fault means for a photo: on some bodies "busy" is what they say when the lens finds no focus.
  private func photoError(_ fault: GPhoto2Fault) -> CameraError {
    var error = error(fault)
    cardFailed = fault.saysFull || fault.saysNoCard
    if error.code == .busy, profile.busyMeansNoFocus, failedInARow < 2 {
      error.code = .focusFailed
      error.detail = "the lens found no focus, or the camera is busy (\(fault.text))"
    }
    // Some bodies say no more than that they refuse.
    if error.code == .failed, cardIsFull {
      cardFailed = true
      return GPhoto2Fault(fault.call, GP_ERROR_NO_SPACE, words: fault.words).cameraError(port)
    }
    return error
  }

  private var cardIsFull: Bool {
    // One that does not say is not known to be full.
    do throws(GPhoto2Fault) {
      guard let space = try body?.freeSpace() else { return false }
      return CameraCondition(freeMegabytes: space.megabytes, freePhotos: space.photos).cardIsFull
    } catch { return false }
  }

  // MARK: Unasked

  /// Takes what the camera has to say, without waiting.
  func drainEvents() throws {
    // A body that chatters for ever does not stop the rest.
    for _ in 0..<100 {
      do {
        switch try opened().nextEvent(milliseconds: 1) {
        case .nothing: return
        case .fileAdded(let file): waitingFiles.append(file)
        case .captureComplete, .other: break
        }
      } catch let fault as GPhoto2Fault {
        if fault.saysBusy { return }
        throw error(fault)
      }
    }
  }

  /// A file that nobody waits for: the RAW of a photo given before, or a photo taken on the body.
  func keep(_ file: GPhoto2File) throws {
    do {
      if file.isRaw {
        guard let folder = profile.rawFolder else { return }
        let kept = try RawFolder(folder).keep(file, of: try opened(), announced: try announced(file).bytes)
        try say(.rawKept(kept))
      } else if file.isJPEG {
        let memory = try download(file)
        try memory.withBytes { try say(.unaskedPhoto, $0) }
      } else {
        return try say(.note("\(file.name) stays on the camera: it is neither JPEG nor RAW; set the camera to JPEG"))
      }
      if profile.deletesFromCamera { try delete(file) }
    } catch let fault as GPhoto2Fault {
      let error = error(fault)
      guard error.code != .disconnected else { throw error }
      try say(.note("\(file.name) was not fetched: \(fault.text)"))
    } catch let error as CameraError where error.code != .disconnected {
      try say(.note("\(file.name) was not kept: \(error.detail)"))
    }
  }
}
