/// What to do about it. An effect with an ``AttemptID`` is answered by ``BoothInput/answered(_:_:)``, late or never.
///
/// ```swift
/// for case .openSession(let attempt, event: _, let plan, _) in flow.handle(.pressed(.start), at: now) {
///   let session = try await store.openSession(event: event, plan: plan, linkBase: "http://booth.local", at: time)
///   _ = flow.handle(.answered(attempt, .sessionOpened(SessionRef(session))), at: now)
/// }
/// ```
public enum BoothEffect: Sendable, Equatable, Codable {
  /// Make the session's id and link and record them durably. Answer: `sessionOpened` or `failed`.
  case openSession(AttemptID, event: String, plan: CapturePlan, consent: ConsentGiven? = nil)
  case startLiveView
  case stopLiveView
  /// Answer `liveFrameSeen` as soon as there is a live frame captured after `newerThan`.
  case awaitLiveFrame(AttemptID, newerThan: Instant)
  case startClip(AttemptID, SessionRef, strip: Int)
  /// Stop recording and save. Answer: `clipSaved` or `failed`, under the attempt of `startClip`. A clip that fails or
  /// ends by itself answers without being asked, and then gets neither this nor `cancelClip`.
  case finishClip(AttemptID)
  /// Stop recording and forget it; no answer. Never follows `finishClip`.
  case cancelClip(AttemptID)
  /// Let the lens find its focus for the photo that is to follow; no answer, since the photo tells.
  case focus
  /// Take a photo and save it durably. Answer: `photoSaved`, `photoDoubted` or `failed`.
  case takePhoto(AttemptID, SessionRef, strip: Int, guide: String?, from: PhotoSource)
  /// Keep the newest live frame still, for points to be marked in it. Answer: `liveFrameSeen` or `failed`.
  case freezeFrame(AttemptID)
  /// Keep points that were marked, with the frame that stands still, for a location. Answer: `storageReady` or `failed`.
  case keepMarks(AttemptID, location: String, [MarkPair])
  /// Give up, by name, whatever else was taken of this photo's strip: a photo that was asked for in its place may be on
  /// its way to the disk. Answer: `storageReady` when that is decided, or `failed`.
  case settlePhoto(AttemptID, Asset)
  /// Record the decision, then delete the files.
  case discard([Asset], DiscardReason)
  /// With `erase` also where it was uploaded to: jobs see to that.
  case discardSession(SessionRef, DiscardReason)
  /// The photos of a session are likely complete: its composite may be begun.
  case beginComposite(SessionRef, [Asset])
  /// Record the session as finished, and its jobs, in one commit. Answer: `sessionQueued` or `failed`.
  case finishSession(AttemptID, SessionRef, quiet: Bool)
  /// Keep the address that the mailbox has. Answer: `addressKept` or `failed`.
  case keepAddress(AttemptID, SessionRef)
  /// Record so many prints of the session, each with its job, as long as its guests have no more than `most` in all; in this
  /// layout of their event's, or (nil) in its own. Answer: `printsOrdered` or `failed`.
  case orderPrints(AttemptID, SessionRef, copies: Int, most: Int, layout: String?)
  /// Answer `storageReady` or `failed`.
  case checkStorage(AttemptID)
  /// Remember the event as the chosen one.
  case useEvent(String)
  /// Put the camera away and end the process.
  case shutDown
  /// Nothing is done, on purpose.
  case ignore(IgnoreReason)
}

/// Where a photo comes from.
public enum PhotoSource: String, Sendable, Codable {
  case camera
  /// The best live frame, when the lens finds no focus.
  case liveView
}

/// Why an input changes nothing. The raw value is the sentence in the documentation's table.
public enum IgnoreReason: String, Sendable, Codable, CaseIterable {
  case notBooted = "the booth has not read its data yet"
  case alreadyBooted = "the booth starts once"
  case nothingToCancel = "no session is running"
  case nothingToRetake = "no photo is being reviewed"
  case nothingToChoose = "there is no list on the screen"
  case noGuide = "no guide lies over the live view"
  case nothingToMark = "nothing is aimed at that could be marked"
  case otherPicture = "the next point is one of the other picture"
  case pointIsSet = "a point is set there already"
  case busy = "the booth is busy; the press would come too early for the next step"
  case countdownRuns = "the countdown runs; a press changes nothing"
  case tooSoonToRead = "the question was shown less than a second ago"
  case tooEarly = "the QR code was shown less than three seconds ago"
  case sessionIsSafe = "the session is finished and on its way; erasing it is the operator's command"
  case operatorOnly = "only the operator ends this"
  case cannotHelp = "a press cannot mend it; the booth goes on by itself"
  case typesAddress = "an e-mail address is being typed"
  case nobodyTypes = "nobody is asked for an e-mail address"
  case lateAnswer = "the answer is to a question nobody asks any more"
  case nothingDue = "no deadline has passed"
  case cameraNoted = "noted; it matters when the camera is needed"
  case printerNoted = "noted; it matters when prints are offered"
  case storageNoted = "noted; it matters when the next strip or session begins"
  case hoursNoted = "noted; it matters when guests are invited again"
  case notShown = "its code is not on the screen"
  case alreadySo = "it is so already"
  case unknownEvent = "no usable event has this name"
  case stopping = "the booth is shutting down"
  case pending = "noted; done when the session is finished (ask twice for now)"
}
