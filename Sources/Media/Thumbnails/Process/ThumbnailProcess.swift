import CLinux
import Glibc
import ImageMetadata

/// The process that reads pictures: answers one question after the other, with no deadlines of its own. Where a picture makes
/// it hang, or die, or take too much memory, the program goes on without it, and starts another one for the next picture.
public enum ThumbnailProcess {
  /// How much it leaves to others.
  private static let niceness: Int32 = 5
  /// How long it stays for the next picture: its libraries take memory that a program with nothing to read need not have.
  private static let patienceMilliseconds: Int32 = 30_000

  /// Serves on the standard input, a socket, until the program has enough or is gone, or has asked nothing for half a minute.
  /// - Parameter parent: the program's process id; the kernel ends this process with the thread that started it.
  public static func run(parent: Int32) {
    guard clinux_end_with(parent) == 0 else { return }
    DecodingMemory.offer()
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    serve(socket: 0)
  }

  static func serve(socket: Int32) {
    var isLimited = false
    while true {
      var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, patienceMilliseconds) != 0 else { return }
      var bytes = [UInt8](repeating: 0, count: ThumbnailWire.questionBytes)
      var descriptor: Int32 = -1
      let got = clinux_receive_descriptor(socket, &bytes, bytes.count, &descriptor)
      guard got == bytes.count, descriptor >= 0, let question = ThumbnailWire.question(bytes) else {
        if descriptor >= 0 { close(descriptor) }
        return
      }
      if !isLimited { isLimited = clinux_limit_memory(question.limits.processMemory) == 0 }
      // What says less of itself than it needs ends there, and not the booth beside it.
      _ = clinux_limit_data(question.limits.processData)
      guard say(ThumbnailWire.message(answer(question, descriptor)), to: socket) else { return }
    }
  }

  private static func answer(_ question: ThumbnailWire.Question, _ descriptor: Int32) -> Result<
    Thumbnail, ThumbnailError
  > {
    Result { () throws(ThumbnailError) in
      let file: PhotoFileReader
      do throws(PhotoFileReader.ReadError) {
        file = try PhotoFileReader(descriptor: descriptor)
      } catch {
        throw ThumbnailError(.unreadable, "it cannot be read: \(error.words)")
      }
      let facts = PhotoFacts.read(file)
      if let made = try OwnReaders(limits: question.limits, isApart: true).make(file, facts, question.request) {
        return made
      }
      return try LibraryReader(limits: question.limits).make(file, facts, question.request)
    }
  }

  private static func say(_ message: [UInt8], to socket: Int32) -> Bool {
    var sent = 0
    while sent < message.count {
      let count = message.withUnsafeBytes { send(socket, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
