import BoothCore
import BoothSystem
import CGPhoto2
import Glibc

/// Photos: the shutter, and the files that follow.
extension GPhoto2Server {
  /// How long a photo's JPEG may come after the camera's word that the exposure is over, or after its RAW file.
  static let fileLimit = Duration.seconds(3)
  /// The same after a RAW file of a body that gives no JPEG with it, as far as is known.
  static let rawLimit = Duration.milliseconds(300)

  /// Takes a photo, and again where the lens found no focus, as often as the profile says.
  func takePhoto() throws -> TakenPhoto {
    do { return try takePhotoWithFocus() } catch let error as CameraError where error.code == .refusesPhotos {
      // The card may have run full with this photo.
      guard try leaveFullCard() else { throw error }
      do { return try takePhotoWithFocus() } catch let again as CameraError where again.code == .failed {
        // Its memory is no way out, and it says less of that.
        throw error
      }
    }
  }

  private func takePhotoWithFocus() throws -> TakenPhoto {
    for _ in 1..<max(1, profile.focusTries) {
      do {
        return try takePhotoOnce()
      } catch let error as CameraError where error.code == .focusFailed {
        try say(.note("the lens found no focus; the shutter is pressed again"))
      }
    }
    return try takePhotoOnce()
  }

  /// Triggers, and waits for the JPEG, or for a RAW file alone. Not libgphoto2's own capture: on some cameras that waits for
  /// an event without end.
  private func takePhotoOnce() throws -> TakenPhoto {
    _ = try opened()
    cardFailed = false
    try drainEvents()
    try apply(profile.still)
    do {
      let deadline = DeviceClock.now() + profile.limits.exposure
      try trigger()
      let file = try awaitPicture(until: deadline)
      takesRawAlone = file.isRaw
      lastRaw = nil
      let photo =
        file.isRaw ? TakenPhoto.ofRaw(try whileFetching { try pictureOfRaw(file) }) : .file(try download(file))
      if given.count >= 10_000 { given = [:] }
      given[place(of: file)] = photo.mark
      failedInARow = 0
      if profile.deletesFromCamera, !file.isRaw { try delete(file) }
      if nextPicture != nil { try apply(profile.preview) }
      nextEvents = DeviceClock.now()
      return photo
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
  private func expectAnother(_ photo: TakenPhoto, _ file: GPhoto2File) throws {
    guard given[place(of: file)] == photo.mark else { return }
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

  /// The photo's JPEG file, or its RAW file where no JPEG follows.
  private func awaitPicture(until deadline: Instant) throws -> GPhoto2File {
    var lastWord = DeviceClock.now()
    var isComplete = false
    var raw: GPhoto2File?
    let rawLimit = takesRawAlone || condition?.takesRawOnly == true ? Self.rawLimit : Self.fileLimit
    /// A file of a kind that is neither; its RAW or JPEG may follow.
    var other: GPhoto2File?
    while true {
      let now = DeviceClock.now()
      let limit = raw == nil ? Self.fileLimit : rawLimit
      let isOver = (isComplete || raw != nil) && now - lastWord >= limit || now >= deadline
      if isOver, let raw { return raw }
      if isOver, isComplete || other != nil {
        throw CameraError(
          other != nil ? .refusesPhotos : .badPicture, subject: port,
          detail: other.map { "it gave \($0.name), which is neither JPEG nor RAW; set the camera to JPEG" }
            ?? "it took a photo and gave no file; look at its card and its image review")
      }
      guard now < deadline else {
        throw CameraError(
          .timedOut, subject: port, detail: "no photo came within \(profile.limits.exposure) of the shutter")
      }
      let event = try opened().nextEvent(milliseconds: 50)
      switch event {
      case .fileAdded(let file) where file.isJPEG:
        if let raw { waitingFiles.append(raw) }
        return file
      case .fileAdded(let file) where file.isRaw:
        if let raw { waitingFiles.append(raw) }
        raw = file
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
    try expectAnother(.file(memory), file)
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

  // MARK: RAW alone

  /// Fetches a RAW file, and gives the picture inside; a second time where it does not come whole and has none.
  private func pictureOfRaw(_ file: GPhoto2File) throws -> [UInt8] {
    let body = try opened()
    lastRaw = file.stem
    let bytes = try announced(file).bytes
    if given[place(of: file)] != nil { body.forgetFiles() }
    let began = DeviceClock.now()
    var words = ""
    for attempt in 1...2 {
      let fetched = try fetch(file, announced: bytes, anew: attempt == 2)
      if let fault = fetched.fault, !answers { throw fault }
      let picture: RawPicture
      do throws(RawPicture.Fault) { picture = try RawPicture(fetched) } catch {
        if fetched.isWhole {
          putAside(fetched)
          throw try refusal(of: file, error)
        }
        words = fetched.fault?.text ?? "\(fetched.count) bytes came, but \(bytes) were announced"
        // What takes so long the first time is not there in time the second.
        if DeviceClock.now() - began > profile.limits.rawPhoto / 3 { break }
        continue
      }
      try expectAnother(.ofRaw(picture.jpeg), file)
      putAside(fetched)
      try reportRawFault(nil)
      return picture.jpeg
    }
    waitingFiles.append(file)
    // Each takes seconds; guests do not wait for the next ones in vain.
    throw CameraError(
      .refusesPhotos, subject: port,
      detail: "its RAW files do not come whole (\(file.name): \(words)); look at its card and cable, or set its image "
        + "quality to RAW + JPEG or JPEG")
  }

  private func fetch(_ file: GPhoto2File, announced: Int, anew: Bool) throws -> FetchedFile {
    let body = try opened()
    if !anew, let folder = profile.rawFolder {
      do throws(CameraError) { return try RawFolder(folder).fetch(file, of: body, announced: announced) } catch {
        // Guests get their photo whatever the folder is.
        try say(.note("\(file.name): \(error.detail)"))
      }
    }
    return try FetchedFile(unnamed: file, of: body, announced: announced)
  }

  /// It is kept as RAW files are, and without the guests' waiting for it.
  private func putAside(_ fetched: FetchedFile) {
    if fetched.isWhole, fetched.isInFolder {
      fetchedRaws.append(fetched)
    } else {
      waitingFiles.append(fetched.file)
    }
  }

  /// Why a photo fails whose RAW file is whole: as long as the body takes RAW files alone, the next ones fail too.
  private func refusal(of file: GPhoto2File, _ fault: RawPicture.Fault) throws -> CameraError {
    guard case .tooSmall = fault else {
      return CameraError(.badPicture, subject: port, detail: "\(file.name): \(fault.words)")
    }
    try reportRawFault(fault.words)
    return CameraError(
      .refusesPhotos, subject: port,
      detail: "it gave a RAW file and no JPEG, and \(fault.words); set its image quality to RAW + JPEG or JPEG")
  }

  /// Makes the oldest of the RAW files durable that are here.
  func keepFetched() throws {
    guard !fetchedRaws.isEmpty else { return }
    let fetched = fetchedRaws.removeFirst()
    guard let folder = profile.rawFolder else { return }
    let kept: RawFile
    do throws(CameraError) { kept = try RawFolder(folder).keep(fetched) } catch {
      return try say(.note("\(fetched.file.name) was not kept: \(error.detail)"))
    }
    try say(.rawKept(kept))
    if profile.deletesFromCamera { try delete(fetched.file) }
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

  /// A file that is not waited for: the RAW of a photo given before, or a photo taken on the body.
  func keep(_ file: GPhoto2File) throws {
    do {
      if file.isRaw {
        guard let folder = profile.rawFolder else { return }
        let kept = try whileFetching {
          try RawFolder(folder).keep(file, of: try opened(), announced: try announced(file).bytes)
        }
        try say(.rawKept(kept))
      } else if file.isJPEG, file.stem == lastRaw {
        // The camera was switched to RAW + JPEG in the meantime.
        takesRawAlone = false
        try say(.note("\(file.name) stays on the camera: its photo was given before, from its RAW file"))
        return
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
