/// The operations that the simulated camera knows (ISO 15740, and Nikon's own from 0x9000 on).
public enum PTPOperation: UInt16, Sendable, CaseIterable {
  case getDeviceInfo = 0x1001
  case openSession = 0x1002
  case closeSession = 0x1003
  case getStorageIDs = 0x1004
  case getStorageInfo = 0x1005
  case getNumObjects = 0x1006
  case getObjectHandles = 0x1007
  case getObjectInfo = 0x1008
  case getObject = 0x1009
  case deleteObject = 0x100B
  case initiateCapture = 0x100E
  case getDevicePropDesc = 0x1014
  case getDevicePropValue = 0x1015
  case setDevicePropValue = 0x1016
  case getPartialObject = 0x101B
  case nikonCapture = 0x90C0
  case nikonAutofocus = 0x90C1
  /// Nikon's events are asked for; libgphoto2 asks where a body offers it.
  case nikonGetEvent = 0x90C7
  case nikonDeviceReady = 0x90C8
  case nikonStartLiveView = 0x9201
  case nikonEndLiveView = 0x9202
  case nikonGetLiveViewImage = 0x9203

  var isNikons: Bool { rawValue >= 0x9000 }
}

enum PTPResponse: UInt16 {
  case ok = 0x2001
  case sessionNotOpen = 0x2003
  case operationNotSupported = 0x2005
  case invalidObjectHandle = 0x2009
  case devicePropNotSupported = 0x200A
  case storeFull = 0x200C
  case storeReadOnly = 0x200E
  case storeNotAvailable = 0x2013
  case deviceBusy = 0x2019
  case sessionAlreadyOpen = 0x201E
  /// Nikon's, from a body whose lens finds nothing.
  case nikonOutOfFocus = 0xA002
  /// Nikon's, where live view is not allowed.
  case nikonInvalidStatus = 0xA004
  case nikonNotLiveView = 0xA00B
}

enum PTPEvent: UInt16 {
  case objectAdded = 0x4002
  case captureComplete = 0x400D
  /// Nikon's: the picture waits in the body's memory.
  case nikonObjectAddedInMemory = 0xC101
  case nikonCaptureCompleteInMemory = 0xC102
}

enum PTPProperty: UInt16, CaseIterable {
  case batteryLevel = 0x5001
  case compression = 0x5004
  case fNumber = 0x5007
  case dateTime = 0x5011
  case nikonLiveViewStatus = 0xD1A2
  case nikonLiveViewProhibit = 0xD1A4
}

/// What a simulated camera does wrong: what users report of real bodies, and what networks do.
public enum PTPFault: Sendable, Hashable {
  /// Never answers this operation, and leaves the connection open.
  case silent(PTPOperation)
  /// Answers this operation with a byte a second, so that no read ever times out.
  case trickle(PTPOperation)
  /// Hangs up instead of answering.
  case hangUp(PTPOperation)
  /// Says "busy" (0x2019) to every shutter: a body that is stuck, or one whose lens finds no focus.
  case busy
  /// Nikon: the shutter is accepted, and "out of focus" is said when asked whether it is ready.
  case outOfFocus
  case cardFull
  /// Its card is locked.
  case cardLocked
  /// It says that it has no card.
  case noCard
  /// Nikon: the dial is on a scene, and live view is refused.
  case sceneDial
  /// Takes the photo and never says so.
  case noEvent
  /// Says so only after this time.
  case lateEvent(Duration)
  /// Says that there is a file, and never that the capture is over.
  case noCaptureComplete
  /// Announces the whole file and sends half of it.
  case truncatedObject
  /// Sends a thumbnail where the photo should be.
  case thumbnail
  /// Sends a file of the right length whose middle is zeros.
  case damagedObject
  /// Refuses the connection with a fail packet.
  case initFail
  /// Nikon: live view says "busy".
  case liveViewBusy
  /// Sends the beginning of a RAW file, and announces all of it.
  case cutRaw
  /// Takes a RAW file and no JPEG.
  case rawOnly
  /// Takes a HEIF picture and no JPEG.
  case heifOnly
}
