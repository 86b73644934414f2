package import BoothCore
import CGPhoto2

/// A call of libgphoto2 that failed: its number, and what the library said on the way.
package struct GPhoto2Fault: Error, Equatable {
  package var call: String
  package var code: Int32
  /// The library's own complaints during the call, the newest last: `PTP Device Busy`.
  package var words: [String]

  package init(_ call: String, _ code: Int32, words: [String] = []) {
    self.call = call
    self.code = code
    self.words = words
  }

  /// `trigger: I/O in progress (-110), PTP Device Busy`.
  package var text: String {
    let name = String(cString: gp_result_as_string(code))
    return (["\(call): \(name) (\(code))"] + words).joined(separator: ", ")
  }

  package func says(_ part: String) -> Bool { words.contains { $0.lowercased().contains(part) } }

  /// "PTP Device Busy", 0x2019, comes as this number or only in words.
  package var saysBusy: Bool { code == GP_ERROR_CAMERA_BUSY || says("device busy") }

  /// The lens found no focus: "Perhaps no focus?", "Auto-Focus failed" (EOS), "Out of Focus" (Nikon 0xA002).
  package var saysNoFocus: Bool { says("focus") && !call.hasPrefix("set ") && !call.hasPrefix("read ") }

  /// PTP 0x200C; an EOS says it in words of its own, with the number of this machine's memory.
  package var saysFull: Bool {
    ["store full", "no more memory on card", "memorycard ran full", "card full"].contains(where: says)
      || code == GP_ERROR_NO_SPACE
  }

  /// PTP 0x200E and 0x2013, an EOS's "card read-only", and what a Nikon says of a card that is away, locked or not formatted
  /// (the words of 2.5.30).
  package var saysNoCard: Bool {
    [
      "store read only", "store not available", "store unformatted", "card read-only", "no card", "card protected",
      "card unformatted", "card not formatted", "card error",
    ].contains(where: says)
  }

  /// What the failure means by itself. Many have no number of their own (`-1`, "PTP General Error"): whether the
  /// camera is still there must be asked then.
  ///
  /// - Parameter answers: whether the camera answered another question afterwards; nil if it was not asked.
  package func cameraError(_ subject: String, answers: Bool? = nil) -> CameraError {
    func error(_ code: CameraError.Code, _ detail: String) -> CameraError {
      CameraError(code, subject: subject, detail: "\(detail) (\(text))")
    }
    if saysNoFocus {
      return error(.focusFailed, "the lens found no focus; aim at something with contrast, or set the lens to MF")
    }
    if saysFull {
      return error(.refusesPhotos, "the camera's card is full; put in an empty one, or delete its pictures")
    }
    if saysNoCard {
      return error(
        .refusesPhotos, "the camera cannot write to its card; see that one is in, formatted, and not locked")
    }
    if saysBusy {
      return error(.busy, "the camera says that it is busy; switch it off and on if it goes on")
    }
    switch code {
    case GP_ERROR_MODEL_NOT_FOUND, GP_ERROR_IO_USB_FIND, GP_ERROR_UNKNOWN_PORT:
      return error(.notFound, "there is no such camera; switch it on and plug it in, or look at `booth devices`")
    case GP_ERROR_IO_USB_CLAIM, GP_ERROR_IO_LOCK:
      return error(
        .busy,
        "another program holds it; on a desktop that is the file manager (gvfs-gphoto2-volume-monitor): end it, and "
          + "keep it from starting")
    case GP_ERROR_NOT_SUPPORTED: return error(.unsupported, "the camera cannot do this")
    case GP_ERROR_NO_MEMORY: return error(.failed, "the system has run out of memory; restart the booth")
    default: break
    }
    if answers == true { return error(.failed, "the camera refused; switch it off and on if it goes on") }
    return error(.disconnected, "the camera does not answer; check cable, power and battery")
  }
}
