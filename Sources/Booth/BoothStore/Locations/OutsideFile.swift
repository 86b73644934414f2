public import BoothCore
import Glibc

/// A file that another program has, and that stays as it is: what is imported.
public enum OutsideFile {
  /// Reads a file to its end, following links, as a person who named it may use them. What is no ordinary file is
  /// refused at once, and so is one over `limit` bytes.
  public static func read(_ path: String, limit: Int) throws(StoreError) -> [UInt8] {
    do throws(SystemFault) {
      // A pipe would make its reader wait for ever.
      let file = OpenFile(
        try uninterrupted("open") { open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }, path)
      let status = try file.status()
      guard status.isFile else { throw SystemFault("open", SystemFault.noOrdinaryFile) }
      guard status.st_size <= limit else { throw SystemFault("read", EFBIG) }
      return try file.read(at: 0, count: Int(status.st_size))
    } catch {
      if error.number == EFBIG {
        throw StoreError(.failed, subject: path, detail: "is larger than the \(limit >> 20) MiB that are taken")
      }
      throw StoreError(errno: error.number, "cannot read", path)
    }
  }
}
