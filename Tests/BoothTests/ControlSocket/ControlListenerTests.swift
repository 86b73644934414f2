import CLinux
import Glibc
import Testing

@testable import ControlSocket

@Suite struct ControlListenerTests {
  private func error(_ body: () throws -> Void) -> ControlError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ControlError
    }
  }

  @Test func `a live socket is an error that names its process`() throws {
    let folder = try SocketFolder()
    let first = try ControlListener(path: folder.socket)
    let error = error { _ = try ControlListener(path: folder.socket) }
    #expect(error?.code == .alreadyRunning)
    #expect(error?.processID == getpid())
    #expect(error?.description.contains("process \(getpid())") == true)
    first.unlink()
  }

  @Test func `a live socket of a program without our lock is left alone, too`() throws {
    let folder = try SocketFolder()
    let place = try SocketPlace(path: folder.socket)
    let other = Descriptor(clinux_unix_socket())
    try #require(clinux_unix_bind(other.number, place.folder.number, place.name) == 0)
    try #require(listen(other.number, 1) == 0)
    let error = error { _ = try ControlListener(path: folder.socket) }
    #expect(error?.code == .alreadyRunning)
    #expect(error?.processID == getpid())
    #expect(access(folder.socket, F_OK) == 0)
  }

  @Test func `the socket of a process that is gone is replaced`() throws {
    let folder = try SocketFolder()
    do {
      // Neither closed well nor unlinked, as after a power cut.
      _ = try ControlListener(path: folder.socket)
    }
    #expect(access(folder.socket, F_OK) == 0)
    let second = try ControlListener(path: folder.socket)
    second.unlink()
    #expect(access(folder.socket, F_OK) != 0)
  }

  @Test func `a file that is no socket is never removed`() throws {
    let folder = try SocketFolder()
    try #require(close(open(folder.socket, O_CREAT | O_WRONLY, 0o600)) == 0)
    #expect(error { _ = try ControlListener(path: folder.socket) }?.code == .badPath)
    #expect(access(folder.socket, F_OK) == 0)
    try #require(unlink(folder.socket) == 0)
    try #require(symlink("/nowhere", folder.socket) == 0)
    #expect(error { _ = try ControlListener(path: folder.socket) }?.code == .badPath)
  }

  @Test func `a socket that somebody else has put in our place is not unlinked`() throws {
    let folder = try SocketFolder()
    let listener = try ControlListener(path: folder.socket)
    try #require(rename(folder.socket, folder.socket + ".old") == 0)
    try #require(close(open(folder.socket, O_CREAT | O_WRONLY, 0o600)) == 0)
    listener.unlink()
    #expect(access(folder.socket, F_OK) == 0)
  }

  @Test func `a folder that everybody may write to is refused with the cure`() throws {
    let folder = try SocketFolder()
    try #require(chmod(folder.path, 0o777) == 0)
    let error = error { _ = try ControlListener(path: folder.socket) }
    #expect(error?.code == .denied)
    #expect(error?.description.contains("chmod o-w '\(folder.path)'") == true)
    try #require(chmod(folder.path, 0o1777) == 0)
    try ControlListener(path: folder.socket).unlink()
  }

  @Test func `a folder of somebody else is refused`() throws {
    let folder = try SocketFolder()
    let place = try SocketPlace(path: folder.socket)
    try place.checkFolder()
    guard geteuid() != 0 else {
      // Root's own folders serve anybody, so it takes one of another user to be refused.
      try #require(chown(folder.path, 4242, 4242) == 0)
      #expect(error { try place.checkFolder() }?.detail.contains("belongs to uid 4242") == true)
      try #require(chown(folder.path, 0, 0) == 0)
      return
    }
    #expect(error { try place.checkFolder(ownUser: geteuid() + 1) }?.code == .denied)
  }

  @Test(arguments: ["", "/", "a/", "/tmp/..", "/tmp/.", "x\u{0}y", "/tmp/" + String(repeating: "n", count: 76)])
  func `a path that no socket can have is refused`(_ path: String) {
    #expect(
      error { _ = try ControlServer(path: path) { _ in ControlResponse(ok: true, code: 0, message: "") } }?.code
        == .badPath)
  }

  @Test func `a folder that does not exist is told`() throws {
    let error = error { _ = try ControlListener(path: "/nowhere/at/all/control.sock") }
    #expect(error?.description == "/nowhere/at/all/control.sock: the folder /nowhere/at/all does not exist")
  }

  @Test(
    arguments: [(1000, 1000, true, true), (0, 1000, true, true), (1001, 1000, false, false), (1001, 0, false, true)]
      as [(uid_t, uid_t, Bool, Bool)])
  func `a booth obeys its own user and root, and root's console believes any booth`(
    _ peer: uid_t, _ own: uid_t, _ mayCommand: Bool, _ mayAnswer: Bool
  ) {
    #expect(SocketPeer(processID: 1, user: peer).mayCommand(boothOf: own) == mayCommand)
    #expect(SocketPeer(processID: 1, user: peer).mayAnswer(consoleOf: own) == mayAnswer)
  }
}
