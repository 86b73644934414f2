import Glibc
import ImageMetadata
import Thumbnails

// The process that reads pictures alone, for tests and figures: in the product the booth itself is this program, under a hidden
// command.
//   --parent ID                    serves, as the booth's own does
//   make FOLDER SIZE FILE…         makes a picture of each file, and writes it into the folder: for figures
//   facts FILE…                    reads what each file says: for figures
//   die, hang, babble              as --parent, but of each picture it does that: for tests
//   killed FILE                    as --parent, but the first of them, which makes the file, is killed in the middle of its picture
let arguments = CommandLine.arguments
let parent = arguments.last.flatMap(Int32.init) ?? 0

/// Takes a question, as far as it comes.
func readQuestion() {
  var bytes = [UInt8](repeating: 0, count: 44)
  if read(0, &bytes, bytes.count) <= 0 { exit(0) }
}

/// What this process has taken of the processors, in milliseconds.
func cpu() -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  func milliseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000 }
  return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
}

func make(_ folder: String, _ size: ThumbnailSize, _ paths: ArraySlice<String>) {
  let maker = ThumbnailMaker(program: ThumbnailProgram(path: "/proc/self/exe", arguments: ["PictureHelper"]))
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

func facts(_ paths: ArraySlice<String>) {
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

switch arguments.dropFirst().first {
case "make": make(arguments[2], ThumbnailSize(rawValue: arguments[3]) ?? .ptm256, arguments.dropFirst(4))
case "facts": facts(arguments.dropFirst(2))
case "die":
  readQuestion()
  exit(3)
case "hang": while true { readQuestion() }
case "killed":
  let mark = open(arguments[2], O_WRONLY | O_CREAT | O_EXCL, 0o600)
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
