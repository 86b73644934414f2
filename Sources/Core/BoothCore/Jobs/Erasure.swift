/// The operator erases a session that is over. A pure value.
///
/// It is decided when it is asked for, whatever the disk says: its code leaves the screen at once. A disk that refuses is
/// asked again until it takes it, as for any deletion (``Deletions``).
///
/// It has one question, always the same: whether the store erases the session.
///
/// ```swift
/// for news in erasure.start() { deliver(news) }
/// let answer = eraseInStore()
/// for news in erasure.handle(answer) { deliver(news) }
/// ```
public struct Erasure: Sendable, Equatable {
  /// What the store said when it was asked to erase the session.
  public enum Input: Sendable, Equatable {
    /// The store took it, and gave these jobs for it.
    case taken([Job])
    case refused
  }

  /// What is reported, in the order given; not answered.
  public enum News: Sendable, Equatable {
    case sendToFlow(BoothInput)
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

  /// Reported before the store is asked.
  public func start() -> [News] { [.sendToFlow(.sessionErased(session))] }

  /// What follows from the store's answer.
  public mutating func handle(_ input: Input) -> [News] {
    let deletion = Deletion.session(session, .erase, at: time)
    switch input {
    case .taken(let jobs): return deletion.news(jobs).map { .sendToPump($0) }
    case .refused: return [.decide(deletion)]
    }
  }
}
