/// The steps that durable files and database are made of: where a test lets the process die, before, after and, for a
/// write, in the middle.
package enum DurableStep: String, CaseIterable {
  /// The booth's own files.
  case diskMakeFolder = "disk.makeFolder"
  case diskCreate = "disk.create"
  case diskWrite = "disk.write"
  case diskSync = "disk.sync"
  case diskRename = "disk.rename"
  case diskSyncFolder = "disk.syncFolder"
  case diskRemove = "disk.remove"
  case diskRemoveFolder = "disk.removeFolder"
  /// One transaction of the booth's database; its middle is when all is said and nothing is committed.
  case ledgerCommit = "ledger.commit"
  /// The database's own flushes, which can only be left out altogether.
  case ledgerSync = "ledger.sync"
  /// The objects of our own gallery.
  case objectMakeFolder = "object.makeFolder"
  case objectDraft = "object.draft"
  case objectWrite = "object.write"
  case objectSync = "object.sync"
  case objectRename = "object.rename"
  case objectSyncFolder = "object.syncFolder"
  case objectDelete = "object.delete"
  /// ``DurableFile``: small files beside the sessions, and the studio's files.
  case fileMakeFolder = "file.makeFolder"
  case fileCreate = "file.create"
  case fileWrite = "file.write"
  case fileSync = "file.sync"
  case fileRename = "file.rename"
  case fileSyncFolder = "file.syncFolder"
  case fileRemove = "file.remove"
  /// One transaction of the studio's databases; its middle is as that of ``ledgerCommit``.
  case studioCommit = "studio.commit"
  /// A call to a printer; its role is what is asked.
  case printerCall = "printer.call"
}
