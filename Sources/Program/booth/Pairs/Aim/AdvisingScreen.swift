package import BoothCore
import Dispatch
package import ImageRegistration
package import Logging
import Synchronization

/// A screen that also says how to move while a person aims at an old picture: it looks at the live frames itself,
/// several times a second, on a thread of its own that yields to everything else. It decides nothing.
package final class AdvisingScreen: ScreenDriver {
  private struct State {
    /// What the flow shows.
    var picture: ScreenPicture?
    /// What is aimed by: the event's folder name, the guide's file, and how it lies.
    var aim: Aim?
    var advice: AimAdvice?
    var isBusy = false
    var isClosed = false
  }

  private struct Aim: Equatable {
    var slug: String
    var guide: String
    var view: GuideView
  }

  private let screen: any ScreenDriver
  private let chain: TransformChain
  private let folder: @Sendable (String) -> String
  private let marks: LocationMarkKeeper?
  private let matcher: (any FeatureMatcher)?
  private let log: Logger
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "booth.aim", qos: .utility)
  private let engine = Mutex(LastEngine())

  /// The engine of the guide that was aimed by last.
  private struct LastEngine: @unchecked Sendable {
    // Sendable: touched on the queue alone.
    var subject: AimSubject?
    var engine: AimEngine?
    var view = GuideView()
    var hasFault = false
    var fault: FeatureError?
    var anchorFault: String?
  }

  /// Wraps `screen`; from now on use only this one.
  /// - Parameters:
  ///   - folder: the absolute folder of an event's pictures.
  ///   - marks: knows where points were marked; when they change, the engine is made anew.
  package init(
    _ screen: any ScreenDriver, chain: TransformChain, folder: @escaping @Sendable (String) -> String,
    marks: LocationMarkKeeper? = nil, matcher: (any FeatureMatcher)?, log: Logger
  ) {
    self.screen = screen
    self.chain = chain
    self.folder = folder
    self.marks = marks
    self.matcher = matcher
    self.log = log
  }

  package func show(_ picture: ScreenPicture) {
    let aim = Self.aim(of: picture)
    let begins = state.withLock { state in
      let begins = aim != nil && aim?.slug != state.aim?.slug
      // What was said of another guide, or another place of it, says nothing of this one.
      if aim != state.aim { state.advice = nil }
      state.aim = aim
      state.picture = picture
      present(state)
      return begins
    }
    // Points may have been set beside this booth since the last time.
    if begins, let marks, let slug = aim?.slug { Task { await marks.refresh(event: slug) } }
  }

  private static func aim(of picture: ScreenPicture) -> Aim? {
    guard case .aim(let guide?) = picture.scene.content, let slug = picture.event?.slug,
      picture.scene.cancelAskedUntil == nil
    else { return nil }
    var view = GuideView()
    let shown = picture.scene.guideView
    (view.zoom, view.right, view.down) = (shown.zoom, shown.right, shown.down)
    return Aim(slug: slug, guide: guide, view: view)
  }

  /// Within the lock, so that pictures come in their order.
  private func present(_ state: State) {
    guard var picture = state.picture else { return }
    picture.advice = state.aim == nil ? nil : state.advice
    screen.show(picture)
  }

  package func receive(_ frame: Frame) {
    screen.receive(frame)
    let aim: Aim? = state.withLock { state in
      guard let aim = state.aim, !state.isBusy, !state.isClosed else { return nil }
      state.isBusy = true
      return aim
    }
    guard let aim else { return }
    queue.async { [self] in
      let advice = look(at: frame, aim)
      state.withLock { state in
        state.isBusy = false
        guard state.aim == aim, !state.isClosed, state.advice != advice else { return }
        state.advice = advice
        present(state)
      }
    }
  }

  /// On the queue. Nil if it cannot be looked up: then the screen says what it says without.
  private func look(at frame: Frame, _ aim: Aim) -> AimAdvice? {
    engine.withLock { last in
      let subject = AimSubject(
        old: folder(aim.slug) + "/" + aim.guide, anchor: marks?.anchor(ofEvent: aim.slug))
      do {
        if last.subject != subject {
          last = LastEngine(subject: subject)
          last.engine = try AimEngine(subject, chain: chain, matcher: matcher)
        }
        guard let engine = last.engine else { return nil }
        if last.view != aim.view { engine.begin() }
        last.view = aim.view
        let advice = try engine.take(frame, aim.view)
        if engine.fault != last.fault {
          last.fault = engine.fault
          let words = engine.fault.map { "without learned features: \($0)" } ?? "with learned features again"
          log.warning("aim", metadata: ["aim.features": "\(words)"])
        }
        if engine.anchorFault != last.anchorFault {
          last.anchorFault = engine.anchorFault
          if let words = engine.anchorFault { log.warning("aim", metadata: ["aim.points": "\(words)"]) }
        }
        return advice
      } catch {
        if !last.hasFault { log.warning("aim", metadata: ["aim.silent": "nobody says how to move: \(error)"]) }
        last.hasFault = true
        return nil
      }
    }
  }

  package var frameAge: Duration? { screen.frameAge }
  package var shownPhoto: ShownPhoto? { screen.shownPhoto }
  package var takesTouches: Bool { screen.takesTouches }
  package func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget? {
    screen.target(at: point, in: scene, touched: instant)
  }
  package func settle() async { await screen.settle() }
  package func close() async {
    state.withLock { $0.isClosed = true }
    await screen.close()
  }
}
