/// Works on the jobs of another workflow than the booth's own; the pump gives it one after the other, as the policy of
/// each kind says (``JobRegistry``).
public protocol JobWorker: Sendable {
  /// Does a job's work. Everything it does may be done twice: a process that dies does it again. Cancelled when the job
  /// is, when its lease runs out, and when the booth shuts down.
  /// - Parameter progress: begins the lease anew; to be called whenever something has moved.
  /// - Returns: nil for success; else what is to be done about it: the pump tries again, waits for the operator or gives up.
  func work(on job: Job, progress: @escaping @Sendable () -> Void) async -> JobFault?
}
