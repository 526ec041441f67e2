// swift-tools-version: 5.9

import PackageDescription

// `scripts/bundle` tries this with the bundle that it has made. With that of a release it would be
// `.binaryTarget(name: "martlet", url: "https://…/martlet.artifactbundle.zip", checksum: "…")`.
let package = Package(
  name: "VersionPlugin",
  products: [.plugin(name: "RaiseVersion", targets: ["RaiseVersion"])],
  targets: [
    .binaryTarget(name: "martlet", path: "martlet.artifactbundle.zip"),
    .plugin(
      name: "RaiseVersion",
      capability: .command(
        intent: .custom(verb: "raise-version", description: "Raises the version of this package"),
        permissions: [.writeToPackageDirectory(reason: "The version is written in its files.")]),
      dependencies: ["martlet"], path: "Plugins/RaiseVersion"),
  ])
