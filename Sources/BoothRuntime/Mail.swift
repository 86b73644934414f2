import BoothCore

/// What the mailbox holds: inputs of the machines, in the order they happened.
enum Mail: Sendable {
  case flow(BoothInput)
  /// The same from somebody who wants to know what was decided.
  case asked(BoothInput, @Sendable ([BoothEffect]) -> Void)
  case camera(CameraSupervisor.Input)
  case jobs(JobPump.Input)
  case storage(StorageWatch.Input)
  /// How far a session's upload is.
  case progress(SessionID, UploadProgress)
  /// The camera gave a photo nobody asked for.
  case unasked(Photo)
  /// Something the operator should know, or (nil) no longer needs to; by topic.
  case trouble(topic: String, String?)
  /// Somebody waits for the queue to empty: look, after the mail before this.
  case queueWatched
  /// The nearest deadline of any machine has come.
  case timePassed
}
