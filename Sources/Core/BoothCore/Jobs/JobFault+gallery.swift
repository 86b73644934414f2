/// What a failed call to the gallery means for the job that made it.
extension JobFault {
  /// What a failed upload means. A refused token waits for the operator, and is tried again after ``RetryPolicy/held``.
  /// A session that the gallery has erased can never succeed. Everything else is tried again.
  public init(uploading failure: GalleryError) {
    switch failure.code {
    case .unauthorized:
      self.init(
        .needsOperator, "\(failure). Check the gallery's token (gallery.token), then: booth queue retry",
        retryAfter: RetryPolicy.held)
    case .gone:
      self.init(.impossible, "\(failure). The session was erased at the gallery; its files are still here")
    case .forbidden, .notAGallery, .tooLarge, .urlRefused, .localFile, .unreachable, .busy, .garbage, .unsupported,
      .lost, .unasked:
      self.init(waitingFor: failure)
    }
  }

  /// - Parameter id: of the erasing job, for the sentence that says how to end it.
  public init(erasing failure: GalleryError, event: EventID, session: SessionID, job id: JobID) {
    switch failure.code {
    case .unsupported:
      self.init(
        .needsOperator,
        """
        This gallery cannot erase a session by itself. Delete there, by hand: every object under \
        \(GalleryPath.folder(event: event, session: session)), sessions/\(session)/manifest.json, the entry of \
        \(session) in events/\(event)/index.json and in private/emails/. Then: booth queue cancel \(id)
        """)
    case .unauthorized: self.init(uploading: failure)
    case .gone, .tooLarge, .localFile, .unreachable, .busy, .forbidden, .notAGallery, .urlRefused, .garbage, .lost,
      .unasked:
      self.init(waitingFor: failure)
    }
  }

  /// It is tried again, with whatever the operator can do meanwhile.
  private init(waitingFor failure: GalleryError) {
    let advice = failure.advice.map { ". \($0)" } ?? ""
    self.init(
      .mayPass, "\(failure)\(advice)", retryAfter: failure.retryAfter, cause: Cause(failure.code),
      isToldAtOnce: failure.code == .forbidden || failure.code == .notAGallery)
  }
}

extension JobFault.Cause {
  fileprivate init(_ code: GalleryError.Code) {
    switch code {
    case .unreachable, .busy, .forbidden, .notAGallery, .urlRefused, .garbage, .unsupported, .unauthorized, .lost,
      .unasked:
      self = .gallery
    case .tooLarge, .localFile, .gone: self = .here
    }
  }
}
