import BoothCore
import BoothSystem
import Glibc

extension SystemFault {
  /// Of what is there, and is no ordinary file: no system call says so by one number.
  static let noOrdinaryFile: Int32 = -1
}

extension StoreError {
  /// An error of the file system, told by what the operator can do about it.
  init(errno code: Int32, _ what: String, _ path: String) {
    let kind: Code =
      switch code {
      case ENOSPC, EDQUOT: .full
      case EROFS, EACCES, EPERM: .readOnly
      case ENOENT: .notFound
      case EMFILE, ENFILE: .noFiles
      default: .failed
      }
    let words =
      switch code {
      case SystemFault.noOrdinaryFile, ENXIO, EISDIR: "it is no ordinary file"
      case ELOOP: "it is a link, and none is followed inside a data folder"
      case ENOTDIR: "a folder in its path is none, or a link, and none is followed inside a data folder"
      default: SystemWords.of(code)
      }
    self.init(kind, subject: path, detail: "\(what): \(words)")
  }
}
