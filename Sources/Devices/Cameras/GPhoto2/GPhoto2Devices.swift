public import BoothCore
import BoothSystem
import FoundationEssentials
import Glibc

/// Finds the cameras that libgphoto2 sees on USB. Cameras in the network are not found, only named.
public enum GPhoto2Devices {
  /// Whether the kernel shows a still-image device (USB interface class 6) at all: a look into a few small files.
  public static var someMayBeThere: Bool {
    let folder = "/sys/bus/usb/devices"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains {
      FileManager.default.contents(atPath: "\(folder)/\($0)/bInterfaceClass")?.starts(with: "06".utf8) == true
    }
  }

  /// Asks a process of its own, since a camera that is stuck can make libgphoto2 hang. Blocks for `limit` at most, and a
  /// moment more.
  public static func list(
    _ program: CameraProgram = .ourselves, limit: Duration = .seconds(5)
  ) throws(CameraError) -> [GPhoto2Listing] {
    let process = try CameraProcess(program, undead: UndeadProcesses())
    let pool = FramePool(count: 1, bytesPerFrame: 1)
    var inbox = CameraInbox(socket: process.socket, pool: pool, frameLimit: 0)
    let deadline = DeviceClock.now() + limit
    do {
      try process.send(.list)
      while true {
        if case .reply(let reply, _) = try inbox.next() {
          if case .cameras(let cameras) = reply { return cameras }
          if case .failed(let error) = reply { throw error }
        }
        let left = (deadline - DeviceClock.now()).wholeNanoseconds
        var waiting = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
        guard left > 0, poll(&waiting, 1, Int32(clamping: (left + 999_999) / 1_000_000)) != 0 else {
          throw CameraError(
            .timedOut, subject: "gphoto2",
            detail: "looking for cameras took longer than \(limit); switch the cameras off and on")
        }
      }
    } catch let error as CameraError {
      throw error
    } catch {
      throw CameraError(
        .failed, subject: "gphoto2", detail: "the camera's process failed (\(error)); restart the booth")
    }
  }
}
