import Glibc

// Measures the picture work of a booth on this machine, in CPU milliseconds of one thread.
//
//   bench-imaging [--rounds N] [--reference PATH] [--folder PATH]
//
// With `--reference`, the compiled Reference/composite.c makes the same composite in turns with ours, five at a time,
// so that a busy machine slows both. Exits 1 if ours takes more than 1.25 times as long or SSIM falls below 0.98.

let options = Options(CommandLine.arguments.dropFirst())
let passed = try benchComposite(options)
try benchFrames()
exit(passed ? 0 : 1)
