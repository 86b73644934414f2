import Glibc
import Measuring

// Measures the picture work of a booth on this machine, in CPU milliseconds of one thread.
//
//   cc -O2 -o composite Benchmarks/Reference/composite.c -lturbojpeg -lm
//   BOOTH_ONLY=core swift run -c release --package-path Benchmarks bench-imaging \
//     [--rounds N] [--seed N] [--reference ./composite] [--folder WHERE-PICTURES-GO] [--part sheet]
//
// With `--reference`, the compiled Reference/composite.c makes the same composite in turns with ours, five at a time,
// so that a busy machine slows both. Exits 1 if ours takes more than 1.25 times as long or SSIM falls below 0.98, if a live
// frame takes more than its share of TurboJPEG's own time, or if outlines over it take more than 5 ms. Mallocs are counted where Reference/malloccount.c is
// preloaded. With `--part sheet` only a printer's sheet is made, beside the C program that was compiled with -DSHEET.

let options = Options(CommandLine.arguments.dropFirst())
if options.part == "sheet" { exit(try benchSheet(options) ? 0 : 1) }
let passed = try benchComposite(options)
let passedScreen = try await benchScreen()
let passedGuide = try await benchGuide(options)
try benchFrames()
try benchChecks()
exit(passed && passedScreen && passedGuide ? 0 : 1)
