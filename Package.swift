// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// On Linux, compilers find the libraries without pkg-config, which would put them before the static
// ones of a release.
#if os(macOS)
  let sodium: String? = "libsodium"
  let utf8proc: String? = "libutf8proc"
#else
  let sodium: String? = nil
  let utf8proc: String? = nil
#endif

// A part of the program, so that a page needs no file beside it.
let pageAssets: [Resource] = [
  "count.js", "hand.js", "icon-192.png", "icon-512.png", "icon.svg", "list.js",
  "manifest.webmanifest", "queue.js", "shell.html", "shell.js", "store.js", "tally.css",
  "tally.js", "worker.js",
].map { .embedInCode("Assets/\($0)") }

let package = Package(
  name: "Tally",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Domain", targets: ["Domain"]),
    .library(name: "Data", targets: ["Data"]),
    .library(name: "Presentation", targets: ["Presentation"]),
    .executable(name: "tally", targets: ["tally"]),

    // For the server, a package of its own, and its tests.
    .library(name: "Terminal", targets: ["Terminal"]),
    .library(name: "Composition", targets: ["Composition"]),
    .library(name: "Commands", targets: ["Commands"]),
    .library(name: "PageToolkit", targets: ["PageToolkit"]),
    .library(name: "CSQLite", targets: ["CSQLite"]),
    .library(name: "Doubles", targets: ["Doubles"]),
    .library(name: "Programs", targets: ["Programs"]),

    // For toolkits from outside.
    .library(name: "Journeys", targets: ["Journeys"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
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
    .systemLibrary(
      name: "CUnicode", path: "Data/CUnicode", pkgConfig: utf8proc,
      providers: [.apt(["libutf8proc-dev"]), .brew(["utf8proc"])]),
    .target(name: "Platform", path: "Data/Platform", swiftSettings: strict),
    .target(
      name: "Data",
      dependencies: ["Domain", "Platform", "CSodium", "CSQLite", "CUnicode"], path: "Data",
      exclude: ["CSodium", "CSQLite", "CUnicode", "Platform"], swiftSettings: strict),

    .target(
      name: "Presentation", dependencies: ["Domain"], path: "Presentation", exclude: ["Samples"],
      swiftSettings: strict),
    .target(
      name: "Samples", dependencies: ["Domain", "Presentation"], path: "Presentation/Samples",
      swiftSettings: strict),

    .systemLibrary(name: "CTerminal", path: "App/CTerminal"),
    .target(
      name: "Terminal", dependencies: ["Domain", "Presentation", "Platform", "CTerminal"],
      path: "App/Terminal", swiftSettings: strict),
    .systemLibrary(
      name: "CLineEditor", path: "App/CLineEditor", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(
      name: "CNcurses", path: "App/CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(
      name: "ScreenToolkit",
      dependencies: ["Domain", "Presentation", "Platform", "Terminal", "CNcurses"],
      path: "App/Screen", swiftSettings: strict),
    .systemLibrary(name: "CMainQueue", path: "App/CMainQueue"),
    .target(
      name: "Composition",
      dependencies: ["Domain", "Data", "Presentation", "Platform", "Terminal", "CMainQueue"],
      path: "App/Composition", swiftSettings: strict),
    .target(
      name: "Commands",
      dependencies: [
        "Domain", "Presentation", "Platform", "Terminal", "Composition",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "App/Commands", swiftSettings: strict),
    .target(
      name: "LineToolkit",
      dependencies: [
        "Domain", "Presentation", "Platform", "Terminal", "Commands", "CLineEditor",
      ],
      path: "App/Line", swiftSettings: strict),
    .target(
      name: "PageToolkit", dependencies: ["Domain", "Presentation"], path: "App/Page",
      resources: pageAssets, swiftSettings: strict),
    .executableTarget(
      name: "tally",
      dependencies: [
        "Domain", "Presentation", "Platform", "Terminal", "Composition", "Commands", "LineToolkit",
        "ScreenToolkit",
      ],
      path: "App/Tally", swiftSettings: strict),
    .executableTarget(
      name: "preview",
      dependencies: [
        "Domain", "Presentation", "Samples", "Terminal", "LineToolkit", "ScreenToolkit",
        "PageToolkit", .product(name: "ArgumentParser", package: "swift-argument-parser"),
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
      dependencies: ["Domain", "Data", "Doubles", "Programs", "CSQLite"],
      path: "Tests/DataTests", swiftSettings: strict),
    .testTarget(
      name: "PresentationTests", dependencies: ["Domain", "Presentation", "Doubles"],
      path: "Tests/PresentationTests", swiftSettings: strict),
    .target(
      name: "Example", dependencies: ["Domain", "Presentation"], path: "Tests/Example",
      exclude: ["Outside", "Program"],
      packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "example", dependencies: ["Example", "Composition", "Domain", "Presentation"],
      path: "Tests/Example/Program", packageAccess: false, swiftSettings: strict),
    .target(
      name: "Journeys",
      dependencies: ["Domain", "Data", "Presentation", "Example", "Doubles", "Programs"],
      path: "Tests/Journeys", swiftSettings: strict),
    .executableTarget(
      name: "ReadLineControl", path: "Tests/Controls/ReadLine", swiftSettings: strict),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "tally", "preview", "example", "Terminal", "Composition", "Commands", "LineToolkit",
        "ScreenToolkit",
        "PageToolkit", "Domain", "Data", "Presentation", "Samples", "Platform", "Doubles",
        "Programs",
        "ReadLineControl",
      ],
      path: "Tests/AppTests", swiftSettings: strict),
    .testTarget(
      name: "JourneyTests",
      dependencies: [
        "Terminal", "Composition", "Commands", "LineToolkit", "ScreenToolkit", "PageToolkit",
        "Domain", "Data", "Presentation", "Doubles", "Journeys", "Programs",
      ],
      path: "Tests/JourneyTests", exclude: ["Recorded"], swiftSettings: strict),
    .testTarget(
      name: "FaultTests", dependencies: ["tally", "Domain", "Data", "Doubles", "Programs"],
      path: "Tests/Faults", exclude: ["Cluster", "Library", "README.md"], swiftSettings: strict),
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
