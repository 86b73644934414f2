import CLinux
import Glibc

/// Who is at the other end of a Unix socket, as the kernel says.
struct SocketPeer: Equatable {
  var processID: Int32
  var user: uid_t

  init?(of socket: Int32) {
    var process: Int32 = 0
    var user: UInt32 = 0
    guard clinux_unix_peer(socket, &process, &user) == 0 else { return nil }
    self.init(processID: process, user: user)
  }

  init(processID: Int32, user: uid_t) {
    self.processID = processID
    self.user = user
  }

  /// A booth takes commands from its own user and from root.
  func mayCommand(boothOf owner: uid_t) -> Bool { user == owner || user == 0 }

  /// A console believes answers from its own user's booth and from root's; root's console believes any booth's.
  func mayAnswer(consoleOf asker: uid_t) -> Bool { user == asker || user == 0 || asker == 0 }
}
