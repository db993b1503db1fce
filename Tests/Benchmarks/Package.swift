// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A separate package, so that a build of Tally does not resolve the benchmarks' dependencies.
let package = Package(
  name: "TallyBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Tally", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
  ],
  targets: [
    .systemLibrary(name: "BareSQLite", path: "Tools/BareSQLite", pkgConfig: "sqlite3"),
    .target(
      name: "Workloads",
      dependencies: [
        "BareSQLite", .product(name: "Domain", package: "Tally"),
        .product(name: "Data", package: "Tally"),
      ],
      path: "Tools/Workloads", swiftSettings: strict),
    .executableTarget(
      name: "workbench",
      dependencies: [
        "Workloads", .product(name: "Domain", package: "Tally"),
        .product(name: "Data", package: "Tally"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      path: "Tools/Workbench", swiftSettings: strict),
    .executableTarget(
      name: "Core",
      dependencies: [
        "Workloads", .product(name: "Domain", package: "Tally"),
        .product(name: "Data", package: "Tally"),
        .product(name: "Presentation", package: "Tally"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Core", swiftSettings: strict,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
