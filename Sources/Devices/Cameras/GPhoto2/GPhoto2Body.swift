import BoothCore
import CGPhoto2
import Glibc

/// One camera as libgphoto2 holds it. In the camera's process only, on its one thread; every call may block for as long
/// as the library likes.
final class GPhoto2Body {
  enum Event {
    /// Nothing happened in time, or, in the network, nothing within a millisecond.
    case nothing
    case fileAdded(GPhoto2File)
    case captureComplete
    case other
  }

  let usb: USBIdentity?
  private let camera: UnsafeMutablePointer<Camera>
  private let context: OpaquePointer
  private let complaints = Complaints()

  /// What the library says on the way through a call.
  private final class Complaints {
    var words: [String] = []
  }

  /// Opens the camera at a port.
  init(port: String) throws(GPhoto2Fault) {
    let list = try GPhoto2Ports()
    let (abilities, info) = try list.find(port)
    usb = USBIdentity(abilities)
    var camera: UnsafeMutablePointer<Camera>?
    guard gp_camera_new(&camera) >= 0, let camera else { throw GPhoto2Fault("new camera", GP_ERROR_NO_MEMORY) }
    self.camera = camera
    context = gp_context_new()
    gp_context_set_error_func(
      context,
      { _, text, data in
        guard let text, let data else { return }
        Unmanaged<Complaints>.fromOpaque(data).takeUnretainedValue().words.append(String(cString: text))
      }, Unmanaged.passUnretained(complaints).toOpaque())
    try check("abilities", gp_camera_set_abilities(camera, abilities))
    try check("port", gp_camera_set_port_info(camera, info))
    try check("open", gp_camera_init(camera, context))
  }

  deinit {
    gp_camera_exit(camera, context)
    gp_camera_unref(camera)
    gp_context_unref(context)
  }

  /// Fills `file` with the next live picture.
  func preview(into file: OpaquePointer) throws(GPhoto2Fault) {
    try call("live view") { gp_camera_capture_preview(camera, file, context) }
  }

  func trigger() throws(GPhoto2Fault) {
    try call("trigger") { gp_camera_trigger_capture(camera, context) }
  }

  func nextEvent(milliseconds: Int32) throws(GPhoto2Fault) -> Event {
    var type = GP_EVENT_UNKNOWN
    var data: UnsafeMutableRawPointer?
    try call("events") { gp_camera_wait_for_event(camera, milliseconds, &type, &data, context) }
    defer { free(data) }
    switch type {
    case GP_EVENT_TIMEOUT: return .nothing
    case GP_EVENT_CAPTURE_COMPLETE: return .captureComplete
    case GP_EVENT_FILE_ADDED:
      guard let data else { return .other }
      return .fileAdded(GPhoto2File(data.assumingMemoryBound(to: CameraFilePath.self).pointee))
    default: return .other
    }
  }

  /// The size the camera announces, in bytes and pixels; zeros where it says nothing.
  ///
  /// A picture that a body holds in its memory has no information that libgphoto2 could ask for, while its bytes can be had: the
  /// answer is then a general error (seen with 2.5.30, whose events put such a file at `/capt0000.jpg`, in no storage).
  func announced(_ file: GPhoto2File) throws(GPhoto2Fault) -> (bytes: Int, pixels: PixelSize) {
    var info = CameraFileInfo()
    try call("file information") { gp_camera_file_get_info(camera, file.folder, file.name, &info, context) }
    let fields = info.file.fields.rawValue
    let hasSize = fields & GP_FILE_INFO_SIZE.rawValue != 0
    let hasPixels =
      fields & GP_FILE_INFO_WIDTH.rawValue != 0 && fields & GP_FILE_INFO_HEIGHT.rawValue != 0
    return (
      hasSize ? Int(clamping: info.file.size) : 0,
      hasPixels
        ? PixelSize(width: Int(info.file.width), height: Int(info.file.height)) : PixelSize(width: 0, height: 0)
    )
  }

  /// Downloads a file into `target`: memory, or a descriptor.
  func download(_ file: GPhoto2File, into target: OpaquePointer) throws(GPhoto2Fault) {
    try call("download") {
      gp_camera_file_get(camera, file.folder, file.name, GP_FILE_TYPE_NORMAL, target, context)
    }
  }

  /// Forgets what the library remembers of the camera's files, their bytes among it.
  func forgetFiles() { gp_filesystem_reset(camera.pointee.fs) }

  func delete(_ file: GPhoto2File) throws(GPhoto2Fault) {
    try call("delete") { gp_camera_file_delete(camera, file.folder, file.name, context) }
  }

  /// Free space on all its cards together, in megabytes and in photos; nil where it does not say. A slot without a card has no
  /// capacity, and says nothing.
  func freeSpace() throws(GPhoto2Fault) -> (megabytes: Int?, photos: Int?) {
    var stores: UnsafeMutablePointer<CameraStorageInformation>?
    var count: Int32 = 0
    try call("storage") { gp_camera_get_storageinfo(camera, &stores, &count, context) }
    defer { free(stores) }
    guard let stores else { return (nil, nil) }
    let cards = (0..<Int(count)).map { stores[$0] }.filter { store in
      store.fields.rawValue & GP_STORAGEINFO_MAXCAPACITY.rawValue == 0 || store.capacitykbytes > 0
    }
    func sum(_ field: CameraStorageInfoFields, _ value: (CameraStorageInformation) -> Int) -> Int? {
      let known = cards.filter { $0.fields.rawValue & field.rawValue != 0 }.map(value)
      return known.isEmpty ? nil : known.reduce(0, +)
    }
    return (
      sum(GP_STORAGEINFO_FREESPACEKBYTES) { Int(clamping: $0.freekbytes) / 1024 },
      sum(GP_STORAGEINFO_FREESPACEIMAGES) { Int(clamping: $0.freeimages) }
    )
  }

  /// Reads one configuration, gives it to `body`, and writes it back where `body` says so.
  func withSetting<Value>(
    _ name: String, _ body: (GPhoto2Setting) throws(GPhoto2Fault) -> (Value, write: Bool)
  ) throws(GPhoto2Fault) -> Value {
    var widget: OpaquePointer?
    try call("read \(name)") { gp_camera_get_single_config(camera, name, &widget, context) }
    guard let widget else { throw GPhoto2Fault("read \(name)", GP_ERROR_BAD_PARAMETERS) }
    defer { gp_widget_free(widget) }
    let (value, write) = try body(GPhoto2Setting(name: name, widget: widget))
    if write { try call("set \(name)") { gp_camera_set_single_config(camera, name, widget, context) } }
    return value
  }

  /// Reads the whole tree of configurations, and lends each of its values.
  func withSettings(_ body: (GPhoto2Setting) -> Void) throws(GPhoto2Fault) {
    var root: OpaquePointer?
    try call("configuration") { gp_camera_get_config(camera, &root, context) }
    guard let root else { return }
    defer { gp_widget_free(root) }
    var waiting = [root]
    while let widget = waiting.popLast() {
      let children = max(0, gp_widget_count_children(widget))
      for index in (0..<children).reversed() {
        var child: OpaquePointer?
        if gp_widget_get_child(widget, index, &child) >= 0, let child { waiting.append(child) }
      }
      var name: UnsafePointer<CChar>?
      guard children == 0, gp_widget_get_name(widget, &name) >= 0, let name else { continue }
      body(GPhoto2Setting(name: String(cString: name), widget: widget))
    }
  }

  private func call(_ what: String, _ body: () -> Int32) throws(GPhoto2Fault) {
    complaints.words = []
    try check(what, body())
  }

  private func check(_ what: String, _ code: Int32) throws(GPhoto2Fault) {
    guard code < 0 else { return }
    throw GPhoto2Fault(what, code, words: complaints.words)
  }
}

/// A file on the camera.
struct GPhoto2File: Equatable {
  var folder: String
  var name: String

  init(folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  init(_ path: CameraFilePath) {
    var path = path
    folder = withUnsafeBytes(of: &path.folder) { Self.text($0) }
    name = withUnsafeBytes(of: &path.name) { Self.text($0) }
  }

  var isJPEG: Bool { ["jpg", "jpeg"].contains(ending) }
  /// RAW formats of the makers libgphoto2 knows.
  var isRaw: Bool {
    Self.rawEndings.contains(ending)
  }

  private static let rawEndings: Set<String> = [
    "nef", "nrw", "cr2", "cr3", "crw", "arw", "srf", "sr2", "raf", "rw2", "rwl", "orf", "pef", "dng", "srw", "x3f",
    "3fr", "fff", "iiq", "mos", "mef", "kdc", "dcr", "erf",
  ]

  /// The path without the ending: a photo's JPEG and RAW files share it.
  var stem: String { "\(folder)/\(name.dropLast(ending.isEmpty ? 0 : ending.count + 1))" }

  private var ending: String { name.split(separator: ".").last.map { $0.lowercased() } ?? "" }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
