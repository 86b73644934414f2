import CLinux
import Glibc

/// Several descriptors that are waited for as one, which stays the same while they come and go (`epoll`).
final class DescriptorSet {
  /// Readable while one of them is; -1 where the process is out of descriptors.
  let descriptor: Int32

  init() { descriptor = clinux_gather() }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  func add(_ member: Int32) { if member >= 0 { _ = clinux_gather_add(descriptor, member) } }

  /// Before the member is closed.
  func remove(_ member: Int32) { if member >= 0 { _ = clinux_gather_remove(descriptor, member) } }
}
