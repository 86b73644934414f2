import Glibc
import Measuring

// Measures what it takes until a fact is on the disk, in CPU milliseconds of all threads.
//
//   swift run -c release --package-path Benchmarks bench-store FOLDER
//   … bench-store FOLDER commits|raw|photos N     does N of them and measures nothing, to have its flushes counted:
//   strace -f -e trace=fsync,fdatasync bench-store FOLDER commits 1000
//
// FOLDER is made anew, and is to lie on a real disk. Exits 1 if a commit takes more than 1.5 times what raw SQLite
// takes.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 1 || arguments.count == 3, let folder = arguments.first else {
  fail("usage: bench-store FOLDER [commits|raw|photos N]")
}
guard access(folder, F_OK) != 0 else { fail("\(folder) is there already; name a folder to be made") }
guard arguments.count == 3 else { exit(try await measureCommits(in: folder) ? 0 : 1) }
guard let count = Int(arguments[3]) else { fail("\(arguments[3]) is no number") }
try await makeCommits(arguments[2], count, in: folder)
