import BoothSystem
import CLinux
import Glibc
import Testing

@testable import ControlSocket

@Suite struct ControlClientTests {
  private func error(_ path: String, timeout: Duration = ControlServerTests.patience, _ command: String = "a") async
    -> ControlError?
  {
    do throws(ControlError) {
      _ = try await ControlClient(path: path).send(ControlRequest(command: command), timeout: timeout)
      return nil
    } catch {
      return error
    }
  }

  /// A socket that takes one connection, says `words`, and hangs up.
  private func impostor(_ folder: SocketFolder, says words: String) throws {
    let place = try SocketPlace(path: folder.socket)
    let listener = Descriptor(clinux_unix_socket())
    try #require(clinux_unix_bind(listener.number, place.folder.number, place.name) == 0)
    try #require(listen(listener.number, 1) == 0)
    let fault = OwnThread.start("server") {
      let client = Descriptor(accept(listener.number, nil, nil))
      let bytes = Array(words.utf8)
      _ = bytes.withUnsafeBytes { send(client.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      // Reads to the end, so that the hang-up is an orderly one.
      var byte: UInt8 = 0
      while words.isEmpty == false, recv(client.number, &byte, 1, 0) == 1, byte != 0x0A {}
    }
    try #require(fault == 0)
  }

  @Test func `without a booth the error says so`() async throws {
    let folder = try SocketFolder()
    let path = folder.socket
    #expect(await error(path)?.description == "no booth is running on this data folder (\(path) does not answer)")
    #expect(await error(folder.path + "/none/control.sock")?.code == .notRunning)
    _ = try ControlListener(path: path)
    #expect(await error(path)?.code == .notRunning, "a socket file of a booth that is gone")
  }

  @Test func `a booth that does not answer is given up on in time`() async throws {
    let folder = try SocketFolder()
    let listener = try ControlListener(path: folder.socket)
    #expect(await error(folder.socket, timeout: .milliseconds(20))?.code == .timedOut)
    listener.unlink()
  }

  @Test(arguments: ["", "hello\n", "{\"ok\":true}\n", "half a line"])
  func `what is no booth's answer is told as such`(_ words: String) async throws {
    let folder = try SocketFolder()
    try impostor(folder, says: words)
    #expect(await error(folder.socket)?.code == .badAnswer)
  }

  @Test func `a request that is too large is not sent`() async throws {
    let folder = try SocketFolder()
    #expect(await error(folder.socket, String(repeating: "x", count: 1 << 20))?.code == .tooLarge)
  }
}
