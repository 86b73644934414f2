package import BoothCore
import BoothSystem
import Glibc

extension V4L2Fault {
  /// The system's words: `VIDIOC_STREAMON: No space left on device`.
  package var words: String { "\(call): \(SystemWords.of(errno))" }

  /// The failure as the booth understands it, with what to do.
  package func cameraError(_ subject: String) -> CameraError {
    func error(_ code: CameraError.Code, _ detail: String) -> CameraError {
      CameraError(code, subject: subject, detail: detail)
    }
    switch errno {
    case ENOENT where call == "open":
      return error(.notFound, "there is no such device (\(words)); plug the camera in, or look at `booth devices`")
    case ENODEV, ENXIO:
      return error(.disconnected, "the device is gone (\(words)); check cable and plug")
    case EBUSY:
      return error(.busy, "another program holds it (\(words)); `fuser -v \(subject)` names it: close that program")
    case ENOSPC:
      return error(
        .noBandwidth,
        "the USB bus has no bandwidth left for this stream (\(words)); use a port of another USB controller, a smaller "
          + "picture or a lower rate")
    case EACCES where call == "open", EPERM where call == "open":
      return error(.failed, "access denied (\(words)); add the booth's user to the group “video” and log in again")
    case ENOTTY:
      return error(.unsupported, "this is no video device (\(words)); `booth devices` lists those there are")
    case EMFILE, ENFILE, ENOMEM:
      return error(.failed, "the system has run out of something (\(words)); restart the booth")
    default:
      return error(.failed, "the driver reports \(words) (errno \(errno)); unplug the camera and plug it in again")
    }
  }
}

extension CameraError {
  /// Tells a system call's failure, and passes on what is a camera's failure already.
  init(_ error: any Error, at path: String) {
    switch error {
    case let fault as V4L2Fault: self = fault.cameraError(path)
    case let error as CameraError: self = error
    default: self.init(.failed, subject: path, detail: "\(error)")
    }
  }
}
