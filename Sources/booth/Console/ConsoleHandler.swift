import BoothControl
import BoothCore
import BoothRuntime
import FoundationEssentials

/// Answers the operator's console commands for a running booth.
struct ConsoleHandler: Sendable {
  let booth: Booth

  func answer(_ request: ControlRequest) async -> ControlResponse {
    switch request.command {
    case "status": return await status()
    case "press": return await press(request.arguments["button"])
    case "pause": return await asked(.pause, "pausing: at once, or after the session")
    case "resume": return await asked(.resume, "going on")
    case "shutdown": return await asked(.shutDown, "shutting down: at once, or after the session; asked twice, now")
    case "settings":
      return await asked(.openSettings, "the settings are on the booth's screen, or will be after the session")
    case "event.select": return await selectEvent(request.arguments["slug"])
    case "session.erase": return await erase(request.arguments["session"])
    case "queue.retry": return await queue(request.arguments["job"], retry: true)
    case "queue.cancel": return await queue(request.arguments["job"], retry: false)
    default: return failure("unknown command \"\(request.command)\": this booth is of another version")
    }
  }

  private func status() async -> ControlResponse {
    do {
      return ControlResponse(ok: true, code: 0, message: "", data: try JSONValue(encoding: await booth.status))
    } catch {
      return failure("the status cannot be told: \(error)")
    }
  }

  private func press(_ button: String?) async -> ControlResponse {
    guard let button, let press = Press(rawValue: button) else {
      return failure("expected one of \(Press.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return told(await booth.ask(.pressed(press)), "pressed \(button)")
  }

  private func asked(_ request: OperatorRequest, _ words: String) async -> ControlResponse {
    told(await booth.ask(.requested(request)), words)
  }

  /// What the flow made of it: what it ignores was not done, unless it is so already or will be.
  private func told(_ effects: [BoothEffect], _ words: String) -> ControlResponse {
    guard case .ignore(let reason)? = effects.first, effects.count == 1 else { return success(words) }
    return switch reason {
    case .pending, .alreadySo, .stopping: success(reason.rawValue)
    default: failure(reason.rawValue)
    }
  }

  private func selectEvent(_ slug: String?) async -> ControlResponse {
    let known = await booth.status.events
    guard let slug, known.contains(slug) else {
      return failure("no usable event \"\(slug ?? "")\"; expected one of \(known.joined(separator: ", "))")
    }
    return told(await booth.ask(.requested(.useEvent(slug))), "\(slug): at once, or after the session")
  }

  private func erase(_ id: String?) async -> ControlResponse {
    guard let session = id.flatMap(SessionID.init) else { return failure("name a session by its id") }
    do {
      return success(
        try await booth.erase(session)
          ? "erased here; the gallery is told now (`booth session show \(session)` says when it has)"
          : "erased here; nothing of it is left to be erased at the gallery")
    } catch let refusal as Booth.EraseRefusal {
      return failure(refusal.words)
    } catch let error as StoreError where error.mayPass {
      return failure(
        "decided, and not recorded yet, as the disk refuses (\(error)); it is tried until it takes it: "
          + "`booth session show \(session)` says when")
    } catch {
      return failure("\(error)")
    }
  }

  private func queue(_ job: String?, retry: Bool) async -> ControlResponse {
    let jobs = await booth.status.jobs
    guard let job else {
      guard retry else { return failure("name a job: booth queue cancel ID") }
      booth.post(.retryRequested(nil))
      return success("\(jobs.count) jobs are tried again")
    }
    guard let id = JobID(job), jobs.contains(where: { $0.job.id == id }) else {
      if retry, let id = JobID(job) { return await takeUp(id) }
      return failure("there is no open job \(job); `booth queue list` shows them")
    }
    booth.post(retry ? .retryRequested(id) : .cancelRequested(id))
    return success("job \(id) is \(retry ? "tried again" : "cancelled")")
  }

  /// A job that is over: one that was cancelled by mistake is taken up again.
  private func takeUp(_ id: JobID) async -> ControlResponse {
    do {
      let jobs = try await booth.takeUpCancelled(id)
      return success("job \(id) was cancelled; \(jobs.map { "job \($0.id)" }.joined(separator: ", ")) does its work")
    } catch let error as StoreError {
      return failure("\(error.subject) \(error.detail)")
    } catch {
      return failure("\(error)")
    }
  }

  private func success(_ message: String) -> ControlResponse {
    ControlResponse(ok: true, code: 0, message: message, data: nil)
  }

  private func failure(_ message: String) -> ControlResponse {
    ControlResponse(ok: false, code: 1, message: message, data: nil)
  }
}
