import BoothCore

/// Makes each small picture once, however many guests ask for it at the same time, and one after the other: pictures take no more of the
/// machine than one of them does.
actor SmallPictureQueue {
  enum Answer: Sendable {
    case made([UInt8])
    /// There is none; whether there never will be of these bytes.
    case none(isFinal: Bool)
  }

  /// So many may wait. Further ones are shown as they came.
  static let mostWaiting = 64
  private static let mostRefused = 10_000
  /// Small pictures that could not be kept, in bytes.
  private static let mostHeld = 8 << 20

  private var under: [SmallPicture: Task<Answer, Never>] = [:]
  private var last: Task<Answer, Never>?
  /// Of which there will be none.
  private var refused: Set<SmallPicture> = []
  private var held: [SmallPicture: [UInt8]] = [:]
  private var heldBytes = 0

  /// So many sessions may wait for pictures that have not been asked for. Those of further ones are made when a guest looks.
  static let mostAhead = 64
  private var ahead: [(session: SessionName, make: @Sendable () async -> Void)] = []
  private var isMakingAhead = false
  /// Whether the gallery serves.
  private var isOpen = true

  /// The picture, made by `make` unless that is under way, or known to be of no use.
  func picture(_ wanted: SmallPicture, _ make: @escaping @Sendable () async -> Answer) async -> [UInt8]? {
    if let bytes = held[wanted] { return bytes }
    if refused.contains(wanted) || !isOpen { return nil }
    let task: Task<Answer, Never>
    if let known = under[wanted] {
      task = known
    } else {
      guard under.count < Self.mostWaiting else { return nil }
      let previous = last
      task = Task {
        _ = await previous?.value
        let answer = await make()
        self.finished(wanted, answer)
        return answer
      }
      under[wanted] = task
      last = task
    }
    switch await task.value {
    case .made(let bytes): return bytes
    case .none: return nil
    }
  }

  /// Has pictures of a session made before they are asked for, behind all that are, and one session after the other. There is nothing to
  /// wait for.
  func ahead(_ session: SessionName, _ make: @escaping @Sendable () async -> Void) {
    guard isOpen, ahead.count < Self.mostAhead, !ahead.contains(where: { $0.session == session }) else { return }
    ahead.append((session, make))
    guard !isMakingAhead else { return }
    isMakingAhead = true
    Task(priority: .background) {
      while let make = self.nextAhead() { await make() }
    }
  }

  private func nextAhead() -> (@Sendable () async -> Void)? {
    isMakingAhead = !ahead.isEmpty
    return ahead.isEmpty ? nil : ahead.removeFirst().make
  }

  /// Returns when no picture is being made, or waited for.
  func untilIdle() async {
    while let last { _ = await last.value }
  }

  /// The gallery begins to serve.
  func open() { isOpen = true }

  /// The gallery has ended: returns when nothing is written any more. What was to be made ahead is made at the first look.
  func close() async {
    isOpen = false
    ahead = []
    await untilIdle()
  }

  /// Has one in memory that the disk has no room for.
  func hold(_ picture: SmallPicture, _ bytes: [UInt8]) {
    if heldBytes + bytes.count > Self.mostHeld { (held, heldBytes) = ([:], 0) }
    if held.updateValue(bytes, forKey: picture) == nil { heldBytes += bytes.count }
  }

  private func finished(_ picture: SmallPicture, _ answer: Answer) {
    under[picture] = nil
    if under.isEmpty { last = nil }
    guard case .none(isFinal: true) = answer else { return }
    if refused.count >= Self.mostRefused { refused = [] }
    refused.insert(picture)
  }
}
