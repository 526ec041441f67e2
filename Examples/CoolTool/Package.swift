// swift-tools-version: 5.9

import PackageDescription

let package = Package(
  name: "cool",
  products: [
    .executable(name: "cool", targets: ["cool"])
  ],
  targets: [
    .executableTarget(name: "cool")
  ]
)
