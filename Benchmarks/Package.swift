// swift-tools-version: 6.2
// A package of its own, so that what only benchmarks need never enters the product.
// `BOOTH_ONLY=core swift run -c release --package-path Benchmarks bench-imaging` (or bench-clips, bench-features); bench-store and
// bench-camera need the database, so they are not there with BOOTH_ONLY=core.
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func booth(_ name: String) -> Target.Dependency { .product(name: name, package: "booth") }

func bench(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies + ["Measuring"], swiftSettings: settings)
}

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

var dependencies: [Package.Dependency] = [
  .package(name: "booth", path: ".."), .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
]

var targets = [
  .target(name: "Measuring", swiftSettings: settings),
  bench("bench-imaging", [booth("BoothCore"), booth("Imaging"), booth("Screens"), logging]),
  bench("bench-features", [booth("ImageRegistration"), booth("FeatureMatching")]),
  bench("bench-registration", [booth("ImageRegistration"), booth("FeatureMatching"), booth("RegistrationTrial")]),
  bench("bench-clips", [booth("BoothCore"), booth("Imaging"), booth("Video")]),
]

if Context.environment["BOOTH_ONLY"] != "core" {
  dependencies.append(.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"))
  let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
  targets.append(bench("bench-store", [booth("BoothCore"), booth("BoothStore"), sqlite]))
  let rooms = [
    "BoothCore", "Imaging", "Video", "Cameras", "Screens", "InputDevices", "BoothSystem",
    "BoothRuntime", "BoothStore", "BoothTesting",
  ].map(booth)
  targets.append(bench("bench-camera", rooms + [logging]))
}

let package = Package(name: "Benchmarks", dependencies: dependencies, targets: targets)
