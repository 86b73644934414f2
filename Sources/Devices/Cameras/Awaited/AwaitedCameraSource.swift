public import BoothCore
import BoothSystem
import Synchronization

/// Whichever camera is attached: none is named, and none need be there when the booth starts.
///
/// Each opening looks for one, until one has opened; that one it stays with, as if it had been named. A camera that is
/// away for a moment loses its place to no other.
public final class AwaitedCameraSource: CameraSource {
  /// The name of the camera that was there at first; `any camera` if none was. It does not change when one is found.
  public let name: String
  private let steps: RecoverySteps
  private let find: @Sendable () throws(CameraError) -> (any CameraSource)?
  private let state: Mutex<State>

  private struct State {
    /// The camera that was found last.
    var found: (any CameraSource)?
    /// Whether it was looked for since the last opening, or has opened: then nothing is looked for.
    var isFresh: Bool
    var hasOpened = false
  }

  /// - Parameters:
  ///   - first: the camera that is there already, if one is; its name and its rungs are this one's.
  ///   - steps: the rungs where none is there yet; what the camera that comes lacks of them is passed over.
  ///   - find: looks which camera is attached now. Called on a thread of its own, as it may block.
  public init(
    first: (any CameraSource)?, steps: RecoverySteps = RecoverySteps(),
    find: @escaping @Sendable () throws(CameraError) -> (any CameraSource)?
  ) {
    name = first?.name ?? "any camera"
    self.steps = first?.recovery ?? steps
    self.find = find
    state = Mutex(State(found: first, isFresh: first != nil))
  }

  /// The rungs of the camera that was there at first, else those that were given; a camera that is found later changes
  /// nothing.
  public var recovery: RecoverySteps { steps }
  /// Makes a driver that looks for a camera when it is opened; its `open()` throws `notFound` while none is attached.
  public func makeDriver() -> any CameraDriver { AwaitedCamera(source: self) }
  /// Resets the camera that was found last. Throws `notFound` where none was found yet, and what that camera throws.
  public func resetUSB() async throws(CameraError) { try await found().resetUSB() }
  /// Cuts the power of the camera that was found last. Throws `notFound` where none was found yet, and what that camera
  /// throws.
  public func cutPower() async throws(CameraError) { try await found().cutPower() }

  /// The camera to open now; throws `notFound` where none is attached.
  func camera() async throws(CameraError) -> any CameraSource {
    let known = state.withLock { state in
      defer { state.isFresh = false }
      return state.isFresh || state.hasOpened ? state.found : nil
    }
    if let known { return known }
    let find = find
    let found = try await OwnThread.run("camera-search") { () throws(CameraError) in try find() }
    guard let found else { throw Self.none }
    state.withLock { $0.found = found }
    return found
  }

  /// From now on it is this one.
  func stay(with camera: any CameraSource) {
    state.withLock { state in
      state.found = camera
      state.hasOpened = true
    }
  }

  private func found() throws(CameraError) -> any CameraSource {
    guard let found = state.withLock({ $0.found }) else { throw Self.none }
    return found
  }

  private static let none = CameraError(
    .notFound, subject: "auto", detail: "no camera is attached; plug one in")
}
