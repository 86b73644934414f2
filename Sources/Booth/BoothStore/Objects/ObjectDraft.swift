import BoothCore
import BoothSystem
import Glibc

/// An object being written, under a name of its own beside the objects, until it is whole.
///
/// It holds a lock on its file for as long as its process lives, so that a sweep tells it from what a dead one left.
final class ObjectDraft: Sendable {
  private let drafts: OpenFile
  private let file: OpenFile
  private let name: String

  /// - Parameter label: the name that the object is to have.
  init(in folder: ObjectFolder, label: String) throws(SystemFault) {
    let drafts = try folder.recordKeeping("drafts")
    self.drafts = drafts
    while true {
      let name = String(UInt64.random(in: .min ... .max), radix: 36)
      let file = try FaultPoint.step(.objectDraft, label) { () throws(SystemFault) in
        try drafts.open(name, O_RDWR | O_CREAT | O_EXCL, label: label)
      }
      // A sweep may have found the file before it was locked.
      guard try file.tryLock(), try file.status().st_nlink > 0 else { continue }
      (self.name, self.file) = (name, file)
      return
    }
  }

  // Whatever way a writer ended; nothing is there any more once the draft was moved into place.
  deinit { discard() }

  /// Takes the draft away; harmless once that was done, or once it was moved into place.
  ///
  /// The room is free when this returns: other holders of the open file, a thread that has just written to it, holds
  /// an empty one.
  func discard() {
    if unlinkat(drafts.descriptor, name, 0) == 0 { ftruncate(file.descriptor, 0) }
  }

  func append(_ bytes: [UInt8]) throws(SystemFault) { try file.write(bytes) }

  /// Makes the bytes durable and stamps them with the time to the nanosecond: the kernel's own stamps tick every few
  /// milliseconds only, and two versions must never look alike.
  func seal() throws(SystemFault) -> stat {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    _ = try uninterrupted("futimens") { futimens(file.descriptor, [now, now]) }
    try file.sync()
    return try file.status()
  }

  /// Moves the bytes to where they belong, durably.
  func move(to parent: OpenFile, _ leaf: String) throws(SystemFault) {
    try FaultPoint.step(.objectRename, leaf) { () throws(SystemFault) in
      _ = try uninterrupted("rename") { renameat(drafts.descriptor, name, parent.descriptor, leaf) }
    }
    try parent.syncFolder()
  }

  func exists() throws(SystemFault) -> Bool { try file.status().st_nlink > 0 }

  /// Removes the drafts of processes that are no more.
  static func sweep(_ folder: ObjectFolder) throws(SystemFault) {
    let drafts = try folder.recordKeeping("drafts")
    for (name, _) in try drafts.names() {
      do throws(SystemFault) {
        if try drafts.open(name, O_RDWR | O_NONBLOCK).tryLock() { unlinkat(drafts.descriptor, name, 0) }
      } catch let error where error.number == ENOENT {
        continue
      }
    }
  }
}
