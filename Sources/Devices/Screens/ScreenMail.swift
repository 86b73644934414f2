import BoothCore
import BoothSystem
import Glibc
import Synchronization

/// What other threads leave for the one that draws on a screen: the newest scene, the newest live frame, the request to end.
final class ScreenMail: Sendable {
  private struct Mail {
    var picture: ScreenPicture?
    var frame: Frame?
    /// A scene with live view stands, so that frames are worth keeping.
    var wantsFrames = false
    var isClosing = false
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
    /// Who wait until the thread has come round, and who wait for the round that it is in.
    var waiters: [CheckedContinuation<Void, Never>] = []
    var turning: [CheckedContinuation<Void, Never>] = []
  }

  private let mail = Mutex(Mail())
  private let ages = Mutex(FrameAges())
  private let photo = Mutex<ShownPhoto?>(nil)
  private let buttonsShown = Mutex(ShownButtons())
  private let wantsFrames: @Sendable (ScreenPicture) -> Bool
  /// Wakes the drawing thread.
  let alarm = Alarm()

  /// Nil when the machine has no descriptor left; errno says why.
  /// - Parameter wantsFrames: whether live frames are part of a picture.
  init?(wantsFrames: @escaping @Sendable (ScreenPicture) -> Bool) {
    self.wantsFrames = wantsFrames
    guard alarm.isThere else { return nil }
  }

  // MARK: From any thread

  func show(_ picture: ScreenPicture) {
    let wantsFrames = wantsFrames(picture)
    mail.withLock { mail in
      mail.picture = picture
      mail.wantsFrames = wantsFrames
      if !wantsFrames { mail.frame = nil }
    }
    wake()
  }

  func receive(_ frame: Frame) {
    // The frame before may go back to its pool here; its release does not block.
    let isNew = mail.withLock { mail in
      guard mail.wantsFrames, !mail.isClosing else { return false }
      defer { mail.frame = frame }
      return mail.frame == nil
    }
    if isNew { wake() }
  }

  var frameAge: Duration? { ages.withLock { $0.p95 } }
  var shownPhoto: ShownPhoto? { photo.withLock { $0 } }
  func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget? {
    buttonsShown.withLock { $0.target(at: point, in: scene, touched: instant) }
  }

  /// Returns when the thread has come round with everything that was shown before.
  func settle() async {
    await withCheckedContinuation { continuation in
      let isClosed = mail.withLock { mail in
        if !mail.isClosed { mail.waiters.append(continuation) }
        return mail.isClosed
      }
      if isClosed { continuation.resume() } else { wake() }
    }
  }

  func close() async {
    await withCheckedContinuation { continuation in
      let isClosed = mail.withLock { mail in
        if !mail.isClosed { mail.closers.append(continuation) }
        mail.isClosing = true
        return mail.isClosed
      }
      if isClosed { continuation.resume() } else { wake() }
    }
  }

  /// Makes the thread look at the clock; for clocks that are moved.
  func wake() { alarm.ring() }

  // MARK: For the drawing thread

  struct News {
    var picture: ScreenPicture?
    var hasFrame: Bool
    var isClosing: Bool
  }

  /// What has come; a frame stays until ``takeFrame()``, as a newer one may replace it.
  func takeNews() -> News {
    mail.withLock { mail in
      defer {
        mail.picture = nil
        mail.turning += mail.waiters
        mail.waiters = []
      }
      return News(picture: mail.picture, hasFrame: mail.frame != nil, isClosing: mail.isClosing)
    }
  }

  var hasFrame: Bool { mail.withLock { $0.frame != nil } }

  /// The thread has drawn what it took.
  func didSettle() {
    let waiters = mail.withLock { mail in
      defer { mail.turning = [] }
      return mail.turning
    }
    for waiter in waiters { waiter.resume() }
  }

  /// A live frame of this age stands on the screen.
  func didShow(age: Duration) { ages.withLock { $0.add(age) } }

  /// This can be touched from now on.
  func didShow(_ buttons: [SheetButton], of size: PixelSize, in scene: SceneKind, at now: Instant) {
    buttonsShown.withLock { $0.show(buttons, of: size, in: scene, at: now) }
  }

  /// A photo under review stands on the screen whole.
  func didShow(photo path: String, at now: Instant) {
    photo.withLock { photo in
      if photo?.path != path { photo = ShownPhoto(path: path, at: now) }
    }
  }

  func takeFrame() -> Frame? {
    mail.withLock { mail in
      defer { mail.frame = nil }
      return mail.frame
    }
  }

  func didClose() {
    let closers = mail.withLock { mail in
      mail.isClosed = true
      mail.isClosing = true
      mail.frame = nil
      defer { (mail.closers, mail.waiters, mail.turning) = ([], [], []) }
      return mail.closers + mail.waiters + mail.turning
    }
    for closer in closers { closer.resume() }
  }
}
