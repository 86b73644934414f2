import BoothCore
import FoundationEssentials
import Glibc
import Synchronization

/// What the simulated camera does for each operation.
extension SimulatedPTPCamera {
  private static let storage: UInt32 = 0x0001_0001
  private static let folder: UInt32 = 1
  /// The handle of a picture in a Nikon's memory, which lies in no storage.
  private static let inMemory: UInt32 = 0xFFFF_0001

  func run(_ operation: PTPOperation, _ parameters: [UInt32], _ data: [UInt8], _ transaction: UInt32) -> PTPAnswer {
    let first = parameters.first ?? 0
    if operation == .getDeviceInfo { return PTPAnswer(data: deviceInfo()) }
    if operation == .openSession {
      return state.withLock { state in
        defer { state.session = true }
        return PTPAnswer(state.session ? .sessionAlreadyOpen : .ok)
      }
    }
    guard state.withLock({ $0.session }) else { return PTPAnswer(.sessionNotOpen) }
    switch operation {
    case .getDeviceInfo, .openSession: return PTPAnswer()
    case .closeSession:
      state.withLock { $0.session = false }
      return PTPAnswer()
    case .getStorageIDs: return PTPAnswer(data: list([Self.storage]))
    case .getStorageInfo: return PTPAnswer(data: storageInfo())
    case .getNumObjects: return PTPAnswer(parameters: [UInt32(handles(parameters).count)])
    case .getObjectHandles: return PTPAnswer(data: list(handles(parameters)))
    case .getObjectInfo: return objectInfo(first)
    case .getObject: return object(first)
    case .getPartialObject:
      guard parameters.count >= 3, let bytes = state.withLock({ $0.stored[first]?.bytes }) else {
        return PTPAnswer(.invalidObjectHandle)
      }
      let part = Array(bytes.dropFirst(Int(parameters[1])).prefix(Int(parameters[2])))
      return PTPAnswer(parameters: [UInt32(part.count)], data: part)
    case .deleteObject:
      return PTPAnswer(state.withLock { $0.stored.removeValue(forKey: first) } == nil ? .invalidObjectHandle : .ok)
    case .initiateCapture: return initiateCapture(transaction, inMemory: setup.keepsInMemory)
    case .nikonCapture: return initiateCapture(transaction, inMemory: setup.keepsInMemory || setup.hasMemory)
    case .getDevicePropDesc: return PTPProperty(rawValue: UInt16(truncatingIfNeeded: first)).map(describe) ?? noProperty
    case .getDevicePropValue: return PTPProperty(rawValue: UInt16(truncatingIfNeeded: first)).map(value) ?? noProperty
    case .setDevicePropValue:
      guard first == UInt32(PTPProperty.fNumber.rawValue), data.count >= 2 else { return noProperty }
      state.withLock { $0.fNumber = UInt16(data[0]) | UInt16(data[1]) << 8 }
      return PTPAnswer()
    case .nikonAutofocus: return PTPAnswer()
    case .nikonGetEvent: return PTPAnswer(data: waitingEvents())
    case .nikonDeviceReady: return PTPAnswer(deviceReady())
    case .nikonStartLiveView:
      if does(.liveViewBusy) { return PTPAnswer(.deviceBusy) }
      if does(.sceneDial) { return PTPAnswer(.nikonInvalidStatus) }
      state.withLock { $0.liveView = true }
      return PTPAnswer()
    case .nikonEndLiveView:
      state.withLock { $0.liveView = false }
      return PTPAnswer()
    case .nikonGetLiveViewImage:
      guard state.withLock({ $0.liveView }) else { return PTPAnswer(.nikonNotLiveView) }
      if does(.liveViewBusy) { return PTPAnswer(.deviceBusy) }
      // A header of 384 bytes comes first.
      return PTPAnswer(data: [UInt8](repeating: 0, count: 384) + live)
    }
  }

  private var noProperty: PTPAnswer { PTPAnswer(.devicePropNotSupported) }

  private func list(_ values: [UInt32]) -> [UInt8] {
    var bytes = PTPBytes()
    bytes.list32(values)
    return bytes.bytes
  }

  // MARK: Taking photos

  private func initiateCapture(_ transaction: UInt32, inMemory: Bool) -> PTPAnswer {
    if does(.busy) { return PTPAnswer(.deviceBusy) }
    if !inMemory {
      if does(.cardFull) || ranFull { return PTPAnswer(.storeFull) }
      if does(.cardLocked) { return PTPAnswer(.storeReadOnly) }
      if does(.noCard) { return PTPAnswer(.storeNotAvailable) }
    }
    if does(.outOfFocus) {
      guard setup.vendor == .nikon else { return PTPAnswer(.deviceBusy) }
      state.withLock { $0.focusLost = true }
      return PTPAnswer()
    }
    shoot(transaction, inMemory: inMemory)
    return PTPAnswer()
  }

  private var ranFull: Bool { state.withLock { state in setup.photosUntilFull.map { state.shots >= $0 } ?? false } }

  private func deviceReady() -> PTPResponse {
    state.withLock { state in
      defer { state.focusLost = false }
      return state.focusLost ? .nikonOutOfFocus : .ok
    }
  }

  /// The exposure, and what is told of it.
  func shoot(_ transaction: UInt32 = 0, inMemory: Bool = false) {
    let (tells, completes) = (!does(.noEvent), !does(.noCaptureComplete))
    let only = does(.rawOnly) ? "NEF" : does(.heifOnly) ? "HIF" : nil
    let delay = setup.exposure + (lateness() ?? .zero)
    Self.onThread { [self] in
      Self.pause(delay)
      let shot = state.withLock { state in
        state.shots += 1
        return state.shots
      }
      guard tells else { return }
      if inMemory { return keepInMemory(shot, isRaw: only == "NEF") }
      for handle in store(shot, only: only) { emit(.objectAdded, transaction, handle) }
      if completes { emit(.captureComplete, transaction) }
    }
  }

  /// By an event, or, where a Nikon's are asked for, when they are.
  private func emit(_ event: PTPEvent, _ transaction: UInt32, _ parameter: UInt32? = nil) {
    guard knows(.nikonGetEvent) else { return send(event, transaction, parameter.map { [$0] } ?? []) }
    state.withLock { $0.waitingEvents.append((event, parameter ?? 0)) }
  }

  private func keepInMemory(_ shot: Int, isRaw: Bool) {
    let bytes = isRaw ? raw(shot) : photo(shot)
    state.withLock { state in
      state.stored[Self.inMemory] = Stored(
        name: isRaw ? "DSC_0001.NEF" : "DSC_0001.JPG", bytes: bytes, size: setup.stillSize)
      state.waitingEvents += [(.nikonObjectAddedInMemory, Self.inMemory), (.nikonCaptureCompleteInMemory, 0)]
    }
  }

  /// Their count, and for each its code and a parameter.
  private func waitingEvents() -> [UInt8] {
    let events = state.withLock { state in
      defer { state.waitingEvents = [] }
      return state.waitingEvents
    }
    var bytes = PTPBytes()
    bytes.u16(UInt16(events.count))
    for (event, parameter) in events {
      bytes.u16(event.rawValue)
      bytes.u32(parameter)
    }
    return bytes.bytes
  }

  /// Puts the photo on the card; the handles in the order of telling.
  private func store(_ shot: Int, only ending: String?) -> [UInt32] {
    let jpeg = photo(shot)
    let raw = raw(shot)
    return state.withLock { state in
      var endings = ["JPG"]
      if setup.raw == .rawFirst { endings = ["NEF", "JPG"] }
      if setup.raw == .jpegFirst { endings = ["JPG", "NEF"] }
      if let ending { endings = [ending] }
      var (number, folder) = (Int(state.nextHandle), Self.folder)
      switch setup.names {
      case .counted: break
      case .equal: number = 1
      case .rollover:
        number = shot <= 2 ? 9997 + shot : shot == 3 ? 9998 : shot
        if shot > 2 { folder = 2 }
        if shot == 3 { state.folders[2] = "101NIKON" }
      }
      let name = String(10_000 + number).dropFirst()
      return endings.map { ending in
        let handle = state.nextHandle
        state.nextHandle += 1
        state.stored[handle] = Stored(
          name: "DSC_\(name).\(ending)", bytes: ending == "JPG" ? jpeg : raw, size: setup.stillSize, folder: folder)
        return handle
      }
    }
  }

  private func object(_ handle: UInt32) -> PTPAnswer {
    guard let stored = state.withLock({ $0.stored[handle] }) else { return PTPAnswer(.invalidObjectHandle) }
    if does(.cutRaw), stored.name.hasSuffix("NEF") {
      return PTPAnswer(data: Array(stored.bytes.prefix(2000)), announced: stored.bytes.count)
    }
    if does(.truncatedObject) {
      return PTPAnswer(data: Array(stored.bytes.prefix(stored.bytes.count / 2)), announced: stored.bytes.count)
    }
    if does(.thumbnail) { return PTPAnswer(data: thumbnail) }
    if does(.damagedObject) {
      var bytes = stored.bytes
      for index in bytes.count / 3..<bytes.count / 2 { bytes[index] = 0 }
      return PTPAnswer(data: bytes)
    }
    return PTPAnswer(data: stored.bytes)
  }

  // MARK: Describing

  private func deviceInfo() -> [UInt8] {
    let isNikon = setup.vendor == .nikon
    var bytes = PTPBytes()
    bytes.u16(100)
    bytes.u32(isNikon ? 0xA : 0)
    bytes.u16(isNikon ? 100 : 0)
    bytes.text("")
    bytes.u16(0)
    bytes.list16(PTPOperation.allCases.filter(knows).map(\.rawValue))
    bytes.list16([PTPEvent.objectAdded.rawValue, PTPEvent.captureComplete.rawValue])
    bytes.list16(PTPProperty.allCases.filter(has).map(\.rawValue))
    bytes.list16([0x3801])
    bytes.list16([0x3001, 0x3801])
    bytes.text(isNikon ? "Nikon Corporation" : "Simulated Optics")
    bytes.text(isNikon ? "D7500" : "Simulated Camera")
    bytes.text("1.0")
    bytes.text(setup.serial)
    return bytes.bytes
  }

  private func has(_ property: PTPProperty) -> Bool {
    switch property {
    case .batteryLevel, .fNumber, .dateTime: true
    case .compression: setup.quality != nil
    case .nikonLiveViewStatus, .nikonLiveViewProhibit: setup.vendor == .nikon
    }
  }

  /// Bit 31: the exposure program is none of P, A, S and M.
  private var prohibits: UInt32 { state.withLock { ($0.faults[.sceneDial] ?? 0) > 0 } ? 1 << 31 : 0 }

  private func storageInfo() -> [UInt8] {
    let isFull = ranFull || state.withLock { ($0.faults[.cardFull] ?? 0) > 0 }
    var bytes = PTPBytes()
    bytes.u16(4)
    bytes.u16(2)
    bytes.u16(0)
    bytes.u64(32 << 30)
    bytes.u64(isFull ? 0 : UInt64(setup.freeMegabytes) << 20)
    bytes.u32(isFull ? 0 : 9999)
    bytes.text("SD")
    bytes.text("CARD")
    return bytes.bytes
  }

  /// Storage, format (0 for all), parent (0xffffffff for the root).
  private func handles(_ parameters: [UInt32]) -> [UInt32] {
    let (format, parent) = (parameters.dropFirst().first ?? 0, parameters.dropFirst(2).first ?? 0)
    let files = state.withLock { $0.stored.keys.filter { $0 != Self.inMemory }.sorted() }
    let folders = [Self.folder] + state.withLock { $0.folders.keys.sorted() }
    if parent == 0xFFFF_FFFF { return format == 0 || format == 0x3001 ? folders : [] }
    if folders.contains(parent) { return files.filter { file in state.withLock { $0.stored[file]?.folder == parent } } }
    return parent == 0 ? folders + files : []
  }

  private func objectInfo(_ handle: UInt32) -> PTPAnswer {
    let stored = state.withLock { $0.stored[handle] }
    let folder = handle == Self.folder ? "DCIM" : state.withLock { $0.folders[handle] }
    guard stored != nil || folder != nil else { return PTPAnswer(.invalidObjectHandle) }
    let isRaw = stored?.name.hasSuffix("NEF") == true
    var bytes = PTPBytes()
    bytes.u32(handle == Self.inMemory ? 0 : Self.storage)
    bytes.u16(stored == nil ? 0x3001 : isRaw ? 0x3000 : 0x3801)
    bytes.u16(0)
    bytes.u32(UInt32(stored?.bytes.count ?? 0))
    // A thumbnail's format, size, width and height. libgphoto2 fetches no RAW file (format 0x3000) without one: that is
    // how it knows pictures from firmware.
    bytes.u16(isRaw ? 0x3808 : 0)
    for number: UInt32 in isRaw ? [UInt32(thumbnail.count), 160, 120] : [0, 0, 0] { bytes.u32(number) }
    bytes.u32(UInt32(stored?.size.width ?? 0))
    bytes.u32(UInt32(stored?.size.height ?? 0))
    bytes.u32(24)
    bytes.u32(handle == Self.inMemory ? 0 : stored?.folder ?? 0)
    bytes.u16(stored == nil ? 1 : 0)
    bytes.u32(0)
    bytes.u32(handle)
    bytes.text(stored?.name ?? folder ?? "")
    for _ in 0..<2 { bytes.text("20260101T120000") }
    bytes.text("")
    return PTPAnswer(data: bytes.bytes)
  }

  private func describe(_ property: PTPProperty) -> PTPAnswer {
    var bytes = PTPBytes()
    bytes.u16(property.rawValue)
    switch property {
    case .batteryLevel:
      bytes.u16(0x0002)
      bytes.raw([0, 100, state.withLock { $0.battery }, 1, 0, 100, 1])
    case .compression:
      bytes.u16(0x0002)
      bytes.raw([1, 2, setup.quality ?? 2, 2])
      bytes.u16(4)
      bytes.raw([0, 1, 2, 4])
    case .nikonLiveViewProhibit:
      bytes.u16(0x0006)
      bytes.u8(0)
      bytes.u32(0)
      bytes.u32(prohibits)
      bytes.u8(0)
    case .fNumber:
      bytes.u16(0x0004)
      bytes.u8(1)
      bytes.u16(560)
      bytes.u16(state.withLock { $0.fNumber })
      bytes.u8(2)
      bytes.u16(4)
      for stop: UInt16 in [280, 400, 560, 800] { bytes.u16(stop) }
    case .dateTime:
      bytes.u16(0xFFFF)
      bytes.u8(1)
      bytes.text(clock())
      bytes.text(clock())
      bytes.u8(0)
    case .nikonLiveViewStatus:
      bytes.u16(0x0002)
      bytes.raw([0, 0, state.withLock { $0.liveView } ? 1 : 0, 0])
    }
    return PTPAnswer(data: bytes.bytes)
  }

  private func value(_ property: PTPProperty) -> PTPAnswer {
    var bytes = PTPBytes()
    switch property {
    case .batteryLevel: bytes.u8(state.withLock { $0.battery })
    case .compression: bytes.u8(setup.quality ?? 2)
    case .nikonLiveViewProhibit: bytes.u32(prohibits)
    case .fNumber: bytes.u16(state.withLock { $0.fNumber })
    case .dateTime: bytes.text(clock())
    case .nikonLiveViewStatus: bytes.u8(state.withLock { $0.liveView } ? 1 : 0)
    }
    return PTPAnswer(data: bytes.bytes)
  }

  /// `20260131T235959`, in the machine's own time zone as cameras have it.
  private func clock() -> String {
    var now = time(nil) + setup.clockAhead
    var parts = tm()
    localtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 32)
    strftime(&text, text.count, "%Y%m%dT%H%M%S", &parts)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
