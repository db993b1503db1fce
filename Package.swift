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
  "hand.js", "icon-192.png", "icon-512.png", "icon.svg", "manifest.webmanifest", "queue.js",
  "shell.html",
  "store.js", "tally.css", "tally.js", "worker.js",
].map { .embedInCode("Assets/\($0)") }

let package = Package(
  name: "Tally",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Domain", targets: ["Domain"]),
    .library(name: "Data", targets: ["Data"]),
    .library(name: "Presentation", targets: ["Presentation"]),
    .executable(name: "tally", targets: ["tally"]),
    .executable(name: "tally-serve", targets: ["tally-serve"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
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
      name: "Presentation", dependencies: ["Domain"], path: "Presentation", swiftSettings: strict),

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
    .target(
      name: "Composition",
      dependencies: ["Domain", "Data", "Presentation", "Platform", "Terminal"],
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
        "Domain", "Presentation", "Platform", "Terminal", "Composition", "Commands", "CLineEditor",
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
    .target(
      name: "Server",
      dependencies: [
        "Domain", "Presentation", "Terminal", "Composition", "Commands", "PageToolkit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      path: "App/Server", exclude: ["README.md"], packageAccess: false, swiftSettings: strict),
    .executableTarget(
      name: "tally-serve", dependencies: ["Server"], path: "App/TallyServe", swiftSettings: strict),
    .executableTarget(
      name: "preview",
      dependencies: [
        "Domain", "Presentation", "Terminal", "LineToolkit", "ScreenToolkit", "PageToolkit",
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
      dependencies: ["Domain", "Data", "Doubles", "Programs", "CSQLite"],
      path: "Tests/DataTests", swiftSettings: strict),
    .testTarget(
      name: "PresentationTests", dependencies: ["Domain", "Presentation", "Doubles"],
      path: "Tests/PresentationTests", swiftSettings: strict),
    .executableTarget(
      name: "ReadLineControl", path: "Tests/Controls/ReadLine", swiftSettings: strict),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "tally", "preview", "Terminal", "Composition", "Commands", "LineToolkit", "ScreenToolkit",
        "PageToolkit", "Domain", "Data", "Presentation", "Platform", "Doubles", "Programs",
        "ReadLineControl",
      ],
      path: "Tests/AppTests", swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "tally", "tally-serve", "Terminal", "Commands", "PageToolkit", "Server", "Domain",
        "Doubles", "Programs", "CSQLite",
      ],
      path: "Tests/ServerTests", swiftSettings: strict),
    .testTarget(
      name: "JourneyTests",
      dependencies: [
        "Terminal", "Composition", "Commands", "LineToolkit", "ScreenToolkit", "PageToolkit",
        "Domain", "Data", "Presentation", "Doubles", "Programs",
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

// The server with a commit for each change, which only the measurements compare with.
if Context.environment["TALLY_BENCHMARKS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "serve-singly", dependencies: ["Server"], path: "Tests/Controls/ServeSingly",
      swiftSettings: strict))
}
