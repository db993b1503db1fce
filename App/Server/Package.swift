// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A package of its own, so that a build of `tally` does not fetch the server's libraries.
let package = Package(
  name: "TallyServer",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "tally-serve", targets: ["tally-serve"])],
  dependencies: [
    .package(name: "Tally", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    .target(
      name: "Server",
      dependencies: [
        .product(name: "Domain", package: "Tally"),
        .product(name: "Presentation", package: "Tally"),
        .product(name: "Terminal", package: "Tally"),
        .product(name: "Composition", package: "Tally"),
        .product(name: "Commands", package: "Tally"),
        .product(name: "PageToolkit", package: "Tally"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "X509", package: "swift-certificates"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: strict),
    .executableTarget(name: "tally-serve", dependencies: ["Server"], swiftSettings: strict),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Server", "tally-serve",
        .product(name: "Terminal", package: "Tally"),
        .product(name: "tally", package: "Tally"),
        .product(name: "Domain", package: "Tally"),
        .product(name: "Commands", package: "Tally"),
        .product(name: "CSQLite", package: "Tally"),
        .product(name: "Doubles", package: "Tally"),
        .product(name: "Programs", package: "Tally"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// The server with a commit for each change, which only the measurements compare with.
if Context.environment["TALLY_BENCHMARKS"] != nil {
  package.targets.append(
    .executableTarget(name: "serve-singly", dependencies: ["Server"], swiftSettings: strict))
}
