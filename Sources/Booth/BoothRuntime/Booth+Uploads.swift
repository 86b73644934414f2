import BoothCore

/// Carries out what ``SessionUpload`` and ``UploadAgain`` decide. Runs beside the mailbox.
extension Booth {
  /// Brings everything of the session to the gallery, also what is added meanwhile; nil means success.
  nonisolated func upload(_ session: SessionRecord, getsOn: @escaping @Sendable () -> Void) async -> JobFault? {
    let id = session.id
    // An event whose file is gone is not called open: nothing is said of it.
    let event = ports.events.event(slug: session.eventSlug)
    let worker = UploadWorker(
      gallery: ports.gallery, store: ports.store, clock: ports.clock, access: event?.gallery)
    var upload = SessionUpload(session: session, event: event) { Int64(UploadWorker.encode($0).count) }
    var effects = upload.start(at: ports.clock.wallTime)
    while let last = effects.popLast() {
      for effect in effects { await send(effect, of: id, getsOn) }
      let answer: SessionUpload.Input
      switch last {
      case .perform(let step):
        answer = Task.isCancelled ? .stopped : .carriedOut(await worker.perform(step, upload.session))
      case .markUploaded: answer = await markUploaded(id)
      case .finish(let failure): return failure
      case .progressed, .noteLeftOut, .reportErased: preconditionFailure("an upload waits for nobody")
      }
      effects = upload.handle(answer, at: ports.clock.wallTime)
    }
    return nil
  }

  private nonisolated func send(
    _ effect: SessionUpload.Effect, of session: SessionID, _ getsOn: @escaping @Sendable () -> Void
  ) async {
    switch effect {
    case .progressed(let progress):
      mail.yield(.progress(session, progress))
      getsOn()
    case .noteLeftOut(let words): await noteUnsent(session, words)
    case .reportErased: post(.sessionErased(session))
    case .perform, .markUploaded, .finish: break
    }
  }

  private nonisolated func markUploaded(_ session: SessionID) async -> SessionUpload.Input {
    do throws(StoreError) {
      return .marked(try await ports.store.markSessionUploaded(session) ? try await ports.store.session(session) : nil)
    } catch {
      return .refused(error)
    }
  }

  /// A picture that came after an upload began is brought by another; while that cannot be queued, the work is not done.
  nonisolated func uploadAgain(_ session: SessionID) async throws(StoreError) {
    var again = UploadAgain(of: session)
    var effects = [again.start()]
    while let last = effects.popLast() {
      for case .sendToPump(let input) in effects { post(input) }
      switch last {
      case .addUpload, .findJobs: effects = again.handle(await answer(last, session))
      case .sendToPump(let input): post(input)
      case .finish(let error):
        if let error { throw error }
        return
      }
    }
  }

  private nonisolated func answer(_ effect: UploadAgain.Effect, _ session: SessionID) async -> UploadAgain.Input {
    do throws(StoreError) {
      if case .addUpload = effect { return .added(try await ports.store.addUpload(of: session)) }
      return .found(try await ports.store.jobs(all: false))
    } catch {
      return .refused(error)
    }
  }
}
