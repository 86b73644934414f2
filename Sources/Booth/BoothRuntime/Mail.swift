import BoothCore

/// What the mailbox holds: inputs of the machines, in the order they happened.
enum Mail: Sendable {
  case flow(BoothInput)
  /// The same from a caller that wants to know what was decided.
  case asked(BoothInput, @Sendable ([BoothEffect]) -> Void)
  case cameras(CameraWatch.Input)
  case jobs(JobPump.Input)
  case storage(StorageWatch.Input)
  case keep(KeepRun.Input)
  case printer(PrinterWatch.Input)
  /// All prints of a session, as they were recorded.
  case prints(SessionPrints)
  /// One print, as it was recorded.
  case print(PrintRecord, PrintID)
  /// What a panel said, by its place among the ports.
  case panel(Int, PanelSignal)
  /// How far a session's upload is.
  case progress(SessionID, UploadProgress)
  /// The composites that the event's invitation shows.
  case lastPrints(event: String, [String])
  /// The guests' print is drawn in each layout that they choose from.
  case layoutsDrawn
  /// The camera gave a photo that was not asked for.
  case unasked(Photo)
  /// Something the operator should know, or (nil) no longer needs to; by topic.
  case trouble(topic: String, String?)
  /// A caller waits for the queue to empty: look, after the mail before this.
  case queueWatched
  /// A caller wants to know that the mailbox is read.
  case turned(@Sendable () -> Void)
  /// The nearest deadline of any machine has come.
  case timePassed
}
