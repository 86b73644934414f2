// swift-tools-version: 6.2
// A package of its own, so that what only benchmarks need never enters the product.
// `BOOTH_ONLY=core swift run -c release --package-path Benchmarks bench-imaging`
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
      swiftSettings: settings)
  ])
