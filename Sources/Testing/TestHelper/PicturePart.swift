import Glibc
import ImageMetadata
import Thumbnails

/// The process that reads pictures. The first argument says how it behaves:
///
///     --parent ID                    serves, as the booth's own does
///     make FOLDER SIZE FILE…         makes a picture of each file, and writes it into the folder: for figures
///     facts FILE…                    reads what each file says: for figures
///     die, hang, babble              as --parent, but of each picture it does that: for tests
///     killed FILE                    as --parent, but the first of them, which makes the file, is killed in the middle of its picture
enum PicturePart {
  static func run(_ arguments: [String], parent: Int32) {
    switch arguments.first {
    case "make": make(arguments[1], ThumbnailSize(rawValue: arguments[2]) ?? .ptm256, arguments.dropFirst(3))
    case "facts": facts(arguments.dropFirst())
    case "die":
      readQuestion()
      exit(3)
    case "hang": while true { readQuestion() }
    case "killed":
      let mark = open(arguments[1], O_WRONLY | O_CREAT | O_EXCL, 0o600)
      if mark < 0 {
        ThumbnailProcess.run(parent: parent)
      } else {
        readQuestion()
        kill(getpid(), SIGKILL)
      }
    case "babble":
      readQuestion()
      _ = write(0, "what was the question?", 22)
      while true { readQuestion() }
    default: ThumbnailProcess.run(parent: parent)
    }
  }

  /// Takes a question, as far as it comes.
  private static func readQuestion() {
    var bytes = [UInt8](repeating: 0, count: 44)
    if read(0, &bytes, bytes.count) <= 0 { exit(0) }
  }

  /// What this process has taken of the processors, in milliseconds.
  private static func cpu() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  private static func make(_ folder: String, _ size: ThumbnailSize, _ paths: ArraySlice<String>) {
    let program = ThumbnailProgram(path: "/proc/self/exe", arguments: ["TestHelper", "picture"])
    let maker = ThumbnailMaker(program: program)
    let start = cpu()
    for path in paths {
      do throws(ThumbnailError) {
        let made = try maker.thumbnail(of: .file(path), size: size)
        let name = path.split(separator: "/").last ?? "picture"
        let file = open("\(folder)/\(name).jpg", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        if file >= 0 {
          _ = made.jpeg.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
          close(file)
        }
        print("\(path): \(made.size), \(made.jpeg.count) bytes")
      } catch {
        print("\(path): \(error.code.rawValue): \(error.detail)")
      }
    }
    print("CPU of a picture: \((cpu() - start) / Double(paths.count)) ms")
  }

  private static func facts(_ paths: ArraySlice<String>) {
    let start = cpu()
    var named = 0
    for path in paths {
      do throws(PhotoFileReader.ReadError) {
        let facts = PhotoFacts.read(try PhotoFileReader(path: path))
        if paths.count <= 20 { print("\(path): \(facts)") }
        if facts.trouble != nil { named += 1 }
      } catch {
        print("\(path): \(error.words)")
      }
    }
    print("CPU of a file: \((cpu() - start) / Double(paths.count)) ms; \(named) with trouble")
  }
}
