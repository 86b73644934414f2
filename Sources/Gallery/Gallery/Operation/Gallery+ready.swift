import BoothCore
import HTTPTypes
import Logging
import WebSupport

extension Gallery {
  /// `GET /ready`: whether guests should be led here, for a load balancer: not while the store does not answer. `/health` says that the
  /// program is alive, as FotoX's does.
  func ready() async -> WebAnswer {
    let answer: WebAnswer
    if let fault = await readiness.fault() {
      logger.warning(
        "not ready: the object store does not serve",
        metadata: ["store.code": "\(fault.code.rawValue)", "store.detail": "\(fault.detail)"])
      // Guests may read it: which store it is, and why it fails, is in the log.
      answer = .json(
        .members(["status": "unavailable", "error": "The gallery's storage does not answer"]), .serviceUnavailable
      ).with([.retryAfter: "5"])
    } else {
      answer = .json(.members(["status": "ready"]))
    }
    return answer.with([.cacheControl: "no-store"])
  }
}
