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
    var step = upload.start(at: ports.clock.wallTime)
    while true {
      for news in step.news { await deliver(news, of: id, getsOn) }
      let answer: SessionUpload.Input
      switch step.next {
      case .ask(.perform(let call)):
        answer = Task.isCancelled ? .stopped : .carriedOut(await worker.perform(call, upload.session))
      case .ask(.markUploaded): answer = await markUploaded(id)
      case .done(let failure): return failure
      }
      step = upload.handle(answer, at: ports.clock.wallTime)
    }
  }

  private nonisolated func deliver(
    _ news: SessionUpload.News, of session: SessionID, _ getsOn: @escaping @Sendable () -> Void
  ) async {
    switch news {
    case .progressed(let progress):
      mail.yield(.progress(session, progress))
      getsOn()
    case .noteLeftOut(let words): await noteUnsent(session, words)
    case .reportErased: post(.sessionErased(session))
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
    var step = again.start()
    while true {
      for input in step.news { post(input) }
      switch step.next {
      case .ask(let question): step = again.handle(await answer(question, session))
      case .done(let error):
        if let error { throw error }
        return
      }
    }
  }

  private nonisolated func answer(_ question: UploadAgain.Question, _ session: SessionID) async -> UploadAgain.Input {
    do throws(StoreError) {
      switch question {
      case .addUpload: return .added(try await ports.store.addUpload(of: session))
      case .findJobs: return .found(try await ports.store.jobs(all: false))
      }
    } catch {
      return .refused(error)
    }
  }
}
