/// The operator erases a session that is over. A pure value.
///
/// It is decided when it is asked for, whatever the disk says: its code leaves the screen at once. A disk that refuses is
/// asked again until it takes it, as for any deletion (``Deletions``).
public struct Erasure: Sendable, Equatable {
  /// What the store said to ``Effect/erase(_:at:)``.
  public enum Input: Sendable, Equatable {
    /// The store took it, and gave these jobs for it.
    case taken([Job])
    case refused
  }

  /// What is to be carried out, in the order given.
  public enum Effect: Sendable, Equatable {
    case sendToFlow(BoothInput)
    /// Have the store erase the session, now.
    case erase(SessionID, at: WallTime)
    case sendToPump(JobPump.Input)
    case decide(Deletion)
  }

  private let session: SessionID
  private let time: WallTime

  /// - Parameter time: the wall clock, for the record.
  public init(of session: SessionID, at time: WallTime) {
    self.session = session
    self.time = time
  }

  /// The last one is answered.
  public func start() -> [Effect] { [.sendToFlow(.sessionErased(session)), .erase(session, at: time)] }

  /// What follows from the store's answer. None of it is answered.
  public mutating func handle(_ input: Input) -> [Effect] {
    let deletion = Deletion.session(session, .erase, at: time)
    switch input {
    case .taken(let jobs): return deletion.news(jobs).map { .sendToPump($0) }
    case .refused: return [.decide(deletion)]
    }
  }
}
