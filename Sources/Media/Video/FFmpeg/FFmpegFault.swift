import CFFmpeg
import Glibc

/// A call of FFmpeg's libraries that failed, in their own words.
struct FFmpegFault: Error, CustomStringConvertible {
  /// The function, or what was attempted.
  var call: String
  /// A negative `errno`, or one of FFmpeg's own tags.
  var code: Int32

  init(_ call: String, _ code: Int32) {
    self.call = call
    self.code = code
  }

  static func outOfMemory(_ call: String) -> FFmpegFault { FFmpegFault(call, -ENOMEM) }

  var description: String { "\(call): \(FFmpegFault.words(code))" }

  static func words(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
    av_strerror(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Throws when `answer` is negative.
  static func check(_ answer: Int32, _ call: @autoclosure () -> String) throws(FFmpegFault) {
    if answer < 0 { throw FFmpegFault(call(), answer) }
  }
}
