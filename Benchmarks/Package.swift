// swift-tools-version: 6.2
// A package of its own, so that what only benchmarks need never enters the product.
// `BOOTH_ONLY=core swift run -c release --package-path Benchmarks bench-imaging` (or bench-clips)
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "booth", path: "..")],
  targets: [
    .executableTarget(
      name: "bench-imaging",
      dependencies: [
        .product(name: "BoothCore", package: "booth"), .product(name: "BoothImaging", package: "booth"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "bench-clips",
      dependencies: [
        .product(name: "BoothCore", package: "booth"), .product(name: "BoothImaging", package: "booth"),
        .product(name: "BoothClips", package: "booth"),
      ],
      swiftSettings: settings),
  ])
