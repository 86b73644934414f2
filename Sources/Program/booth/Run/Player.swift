import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport

/// Plays sessions by itself: presses start, accepts what comes, and notes what became of each.
struct Player: Sendable {
  /// What a session's guests do with it.
  enum Mood: String, Sendable, CaseIterable {
    /// Accept what comes.
    case keep
    /// Take the first strip once more.
    case retake
    /// Cancel, and confirm, when the first photo is kept.
    case cancel
    /// Accept what comes, and have it printed once.
    case print
  }

  let booth: Booth
  let clock: any BoothClock
  let sessions: Int
  /// Of the sessions in their order; the rest keep.
  var moods: [Mood] = []
  /// How often a failed strip is tried again before the player gives up.
  private let triesPerSession = 3
  /// How long the booth may be out of order, or the queue undrained, before it counts as failed.
  private let patience = Duration.seconds(120)
  /// How often a session that the store has ended is begun again.
  private let mostReplays = 3

  struct Played: Sendable {
    var id: SessionID
    var startedAt: Instant
    var shownAt: Instant
    var finishedAt: Instant?
  }

  struct Result: Sendable {
    var played: [Played] = []
    var failure: String?
    /// At some time the disk had no room for clips, so that strips went without on purpose.
    var lackedRoom = false
  }

  /// Ends when the sessions are played and uploaded, or something failed; asks the booth to end either way.
  func play() async -> Result {
    var result = Result()
    var startedAt = clock.now
    var uploadAt: Instant?
    var started = 0
    var tries = 0
    var troubleSince: Instant?
    var mood = Mood.keep
    var cancelled = 0
    var watchdog: Task<Void, Never>?
    // The store has ended the session with what there was, or lets none begin: it is played again when it takes photos.
    var isCutShort = false
    var replays = 0
    states: for await state in await booth.states() {
      watchdog?.cancel()
      watchdog = nil
      switch state {
      case .eventSelection: booth.post(.pressed(.start))
      case .resumeOffer: booth.post(.pressed(.cancel))
      case .consent(_, let shownAt, _): agree(after: shownAt + BoothFlow.readingTime)
      case .look(let question): agree(after: question.shownAt + BoothFlow.readingTime)
      case .print(let form):
        if case .asking = form.phase {
          agree(after: form.shownAt + BoothFlow.readingTime, by: mood == .print ? .start : .cancel)
        }
      case .idle:
        if mood == .cancel { cancelled += 1 }
        if isCutShort, result.played.count + cancelled < started, replays < mostReplays {
          started = result.played.count + cancelled
          replays += 1
        } else if !isCutShort {
          replays = 0
        }
        isCutShort = false
        guard result.played.count + cancelled == started else {
          result.failure = "session \(started) ended without a QR code"
          break states
        }
        guard started < sessions else { break states }
        mood = started < moods.count ? moods[started] : .keep
        started += 1
        tries = 0
        troubleSince = nil
        startedAt = clock.now
        uploadAt = nil
        booth.post(.pressed(.start))
      case .capture(let capture):
        if await booth.status.storage.level >= .noClips { result.lackedRoom = true }
        // Asked at the first press, done at the second.
        if mood == .cancel, !capture.photos.isEmpty { booth.post(.pressed(.cancel)) }
        switch capture.phase {
        case .review where isCutShort:
          // Another try was kept.
          isCutShort = false
        case .review where mood == .retake:
          mood = .keep
          booth.post(.pressed(.retake))
        case .aiming: booth.post(.pressed(.start))
        case .tryAgain(let fault, _):
          tries += 1
          isCutShort = fault.kind == .storage
          // A disk in trouble is waited for, as guests would; anything else is tried a few times.
          troubleSince = fault.kind == .storage ? troubleSince ?? clock.now : nil
          let isOver = troubleSince.map { clock.now - $0 > patience } ?? (tries > triesPerSession)
          guard !isOver else {
            result.failure = "strip \(capture.strip + 1) failed \(tries) times: \(fault.detail)"
            break states
          }
          booth.post(.pressed(.start))
        case .marking, .gettingReady, .recording, .countdown, .takingPhoto, .settling, .review: break
        }
      case .upload(let upload):
        uploadAt = uploadAt ?? clock.now
        if case .refused(let fault, _) = upload.phase { watchdog = giveUp(after: "the store refuses: \(fault.detail)") }
      // Once, also where a person asks to cancel and does not.
      case .qr(let finished, let shownAt, _) where !isCutShort && result.played.last?.id != finished.session.id:
        result.played.append(
          Played(id: finished.session.id, startedAt: startedAt, shownAt: shownAt, finishedAt: uploadAt))
        uploadAt = nil
      case .outOfOrder(let reason):
        // Asked again every few seconds, the store is one trouble all the while.
        if case .storage = reason {
          isCutShort = true
          troubleSince = troubleSince ?? clock.now
        }
        watchdog = giveUp(after: "out of order: \(Self.words(reason))", since: troubleSince)
      case .stopped:
        if result.played.count + cancelled < sessions, result.failure == nil {
          result.failure = "the booth ended after \(result.played.count) of \(sessions) sessions"
        }
        return result
      case .starting, .opening, .qr, .address, .settings, .paused: break
      }
    }
    if result.failure == nil, await !queueEmpties() {
      result.failure =
        await booth.isOver
        ? "the booth was ended while uploads were waiting; they go on when it runs next (`booth queue list`)"
        : "uploads are still waiting after \(patience.components.seconds) s; `booth queue list` says why"
    }
    booth.post(.requested(.shutDown))
    booth.post(.requested(.shutDown))
    return result
  }

  private static func words(_ reason: OutOfOrder) -> String {
    switch reason {
    case .camera(let words), .storage(let words, _, _), .noRoom(let words, _): words
    case .noEvents: "no event can be used"
    }
  }

  /// Whether everything is uploaded and rendered in the end; a queue that gets shorter, however slowly, is waited for.
  private func queueEmpties() async -> Bool {
    var left = await booth.status.jobs.count
    while await !booth.queueEmpties(within: patience) {
      let now = await booth.status.jobs.count
      guard now < left, !Task.isCancelled else { return false }
      left = now
    }
    return true
  }

  /// As guests do who have read the question.
  private func agree(after moment: Instant, by press: Press = .start) {
    Task {
      do { try await clock.sleep(until: moment) } catch { return }
      booth.post(.pressed(press))
    }
  }

  /// Ends the booth when nothing changes for too long.
  private func giveUp(after reason: String, since: Instant? = nil) -> Task<Void, Never> {
    let end = (since ?? clock.now) + patience
    return Task {
      do { try await clock.sleep(until: end) } catch { return }
      complain("booth: \(reason)")
      booth.post(.requested(.shutDown))
      booth.post(.requested(.shutDown))
    }
  }
}
