// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Window",
  dependencies: [.package(name: "Tally", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Window",
      dependencies: [
        .product(name: "Domain", package: "Tally"),
        .product(name: "Presentation", package: "Tally"),
        .product(name: "Composition", package: "Tally"),
      ]),
    .testTarget(
      name: "WindowTests",
      dependencies: ["Window", .product(name: "Journeys", package: "Tally")]),
  ],
  swiftLanguageModes: [.v6]
)
