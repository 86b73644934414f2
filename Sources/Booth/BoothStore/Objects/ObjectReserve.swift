import Glibc

/// A file of nothing in the store's own folder, whose room is given back when something must be written on a disk that is
/// full: a guest's erasure. Kept again when that is over.
///
/// Best effort: a disk that has no room for it, or cannot set room aside, has none to give back.
struct ObjectReserve: Sendable {
  /// Enough for a tombstone, its folder, and the index of some thousand sessions.
  private static let bytes: off_t = 1 << 20
  private static let name = "reserve"
  let folder: ObjectFolder

  /// Sets the room aside, where it is not yet.
  func keep() {
    do throws(SystemFault) {
      guard let own = try folder.root().folder(ObjectFolder.recordKeeping) else { return }
      if let status = try own.status(of: Self.name), status.st_size >= Self.bytes { return }
      let file = try own.open(Self.name, O_WRONLY | O_CREAT)
      let refused = posix_fallocate(file.descriptor, 0, Self.bytes)
      // A part of it is no help, and in others' way.
      if refused != 0 { unlinkat(own.descriptor, Self.name, 0) }
    } catch {}
  }

  /// Gives the room back; false where there was none.
  func release() -> Bool {
    do throws(SystemFault) {
      guard let own = try folder.root().folder(ObjectFolder.recordKeeping) else { return false }
      return unlinkat(own.descriptor, Self.name, 0) == 0
    } catch { return false }
  }
}

extension FolderObjectStore {
  /// Deletes the store's reserve of 1 MiB on a thread that writes; false where the disk had none to set aside.
  public func makeRoom() async -> Bool {
    let reserve = ObjectReserve(folder: folder)
    return await writers.run { reserve.release() }
  }

  /// Sets 1 MiB aside where it is not yet, on a thread that writes. Best effort: a full disk is not told of.
  public func keepRoom() async {
    let reserve = ObjectReserve(folder: folder)
    await writers.run { reserve.keep() }
  }
}
