// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// On Linux, compilers find the libraries without pkg-config, which would put them before the static
// ones of a release.
#if os(macOS)
  let sodium: String? = "libsodium"
#else
  let sodium: String? = nil
#endif

// A part of the program, so that a page needs no file beside it.
let pageAssets: [Resource] = [
  "icon-192.png", "icon-512.png", "icon.svg", "manifest.webmanifest", "queue.js", "shell.html",
  "store.js", "tally.js", "worker.js",
].map { .embedInCode("Page/Assets/\($0)") }

let package = Package(
  name: "Tally",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Domain", targets: ["Domain"]),
    .library(name: "Data", targets: ["Data"]),
    .library(name: "Presentation", targets: ["Presentation"]),
    .executable(name: "tally", targets: ["tally"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .target(
      name: "Domain", path: "Domain",
      resources: [.embedInCode("Accounts/common-passwords.txt")], swiftSettings: strict),

    .systemLibrary(
      name: "CSodium", path: "Data/CSodium", pkgConfig: sodium,
      providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
    .systemLibrary(
      name: "CSQLite", path: "Data/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "Data",
      dependencies: [
        "Domain", "CSodium", "CSQLite", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Data", exclude: ["CSodium", "CSQLite"], swiftSettings: strict),

    .target(
      name: "Presentation", dependencies: ["Domain"], path: "Presentation", swiftSettings: strict),

    .systemLibrary(
      name: "CLineEditor", path: "App/CLineEditor", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(
      name: "CNcurses", path: "App/CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(
      name: "App",
      dependencies: [
        "Domain", "Data", "Presentation", "CLineEditor", "CNcurses",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "App",
      exclude: ["CLineEditor", "CNcurses", "Tally", "Preview", "Plugins", "README.md"],
      resources: pageAssets, swiftSettings: strict),
    .executableTarget(
      name: "tally", dependencies: ["App"], path: "App/Tally", swiftSettings: strict),
    .executableTarget(
      name: "preview",
      dependencies: [
        "Domain", "Presentation", "App",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "App/Preview", swiftSettings: strict),

    .plugin(
      name: "NewScene",
      capability: .command(
        intent: .custom(verb: "new-scene", description: "Write a scene and its place in the flow."),
        permissions: [.writeToPackageDirectory(reason: "The scene's files are written there.")]),
      path: "App/Plugins/NewScene", exclude: ["Templates"]),

    .target(
      name: "Doubles", dependencies: ["Domain"], path: "Tests/Doubles", swiftSettings: strict),
    .target(
      name: "Programs", dependencies: ["Doubles"], path: "Tests/Programs", swiftSettings: strict),
    .testTarget(
      name: "DomainTests", dependencies: ["Domain", "Doubles"], path: "Tests/DomainTests",
      swiftSettings: strict),
    .testTarget(
      name: "DataTests",
      dependencies: [
        "Domain", "Data", "Doubles", "Programs", "CSQLite",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/DataTests", swiftSettings: strict),
    .testTarget(
      name: "PresentationTests", dependencies: ["Domain", "Presentation", "Doubles"],
      path: "Tests/PresentationTests", swiftSettings: strict),
    .executableTarget(
      name: "ReadLineControl", path: "Tests/Controls/ReadLine", swiftSettings: strict),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "tally", "preview", "App", "Domain", "Data", "Presentation", "Doubles", "Programs",
        "ReadLineControl",
      ],
      path: "Tests/AppTests", swiftSettings: strict),
    .testTarget(
      name: "JourneyTests", dependencies: ["App", "Domain", "Data", "Presentation", "Doubles"],
      path: "Tests/JourneyTests", exclude: ["Recorded"], swiftSettings: strict),
    .testTarget(
      name: "FaultTests", dependencies: ["tally", "Domain", "Data", "Doubles", "Programs"],
      path: "Tests/Faults", exclude: ["Library", "README.md"], swiftSettings: strict),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["Doubles", "Programs"],
      path: "Tests/ArchitectureTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// Builds and tests do not resolve the dependency for documentation.
if Context.environment["TALLY_DOCUMENTATION"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}
