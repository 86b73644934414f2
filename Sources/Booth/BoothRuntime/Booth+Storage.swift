import BoothCore
import Logging

/// Carries the storage watch's effects out.
extension Booth {
  func perform(_ effect: StorageWatch.Effect) {
    switch effect {
    case .measure:
      Task { [store = ports.store, mail] in
        do throws(StoreError) {
          mail.yield(.storage(.measured(try await store.space())))
        } catch {
          mail.yield(.storage(StorageWatch.Input(unmeasured: error)))
        }
      }
    case .tryWriting:
      storeLane.add { [store = ports.store, mail] in
        do throws(StoreError) {
          try await store.check()
          mail.storeWrote()
        } catch {
          mail.storeRefused(error)
        }
      }
    case .sendToFlow(let news): post(.storageChanged(news))
    case .notifyOperator(let words): mail.yield(.trouble(topic: "disk", words))
    case .askForRestart(let why):
      log.notice("the booth ends, to be started anew", metadata: ["booth.disk": "\(why)"])
      askForRestart(why)
    }
  }
}

extension AsyncStream<Mail>.Continuation {
  /// The store did not take something: the operator hears of it, and the storage watch.
  func storeRefused(_ error: StoreError) {
    yield(.trouble(topic: "storage", error.description))
    yield(.storage(.writeFailed(error.code, error.description)))
  }

  func storeWrote() {
    yield(.trouble(topic: "storage", nil))
    yield(.storage(.wrote))
  }
}
