/// The `info.json` of an artifact bundle, with its members in a fixed order.
struct BundleInfo {
  struct Variant {
    /// The path of the file in the bundle.
    let path: String
    let triples: [String]
  }

  let name: String
  let version: String
  let type: ArtifactBundleStep.Kind
  var variants: [Variant] = []
  /// The path of the module map of a static library, whose headers are in `include`.
  var moduleMap: String?

  /// Source: SE-0305 and SE-0482. No text in it needs an escape.
  var json: String {
    let type = type == .executable ? "executable" : "staticLibrary"
    return """
      {
        "schemaVersion": "1.0",
        "artifacts": {
          "\(name)": {
            "type": "\(type)",
            "version": "\(version)",
            "variants": [
      \(variants.map(text).joined(separator: ",\n"))
            ]
          }
        }
      }

      """
  }

  private func text(of variant: Variant) -> String {
    let triples = variant.triples.map { "\"\($0)\"" }.joined(separator: ", ")
    let library = moduleMap.map { path in
      """
      ,
                "staticLibraryMetadata": {
                  "headerPaths": ["include"],
                  "moduleMapPath": "\(path)"
                }
      """
    }
    return """
              {
                "path": "\(variant.path)",
                "supportedTriples": [\(triples)]\(library ?? "")
              }
      """
  }
}

/// A target triple such as `arm64-apple-macosx`.
enum TargetTriple {
  private static let architectures: Set = [
    "aarch64", "arm64", "arm64_32", "arm64e", "armv6", "armv7", "armv7k", "armv7s", "i386", "i686", "powerpc64le",
    "riscv64", "s390x", "wasm32", "x86_64",
  ]

  private static let systems = [
    "android", "freebsd", "ios", "linux", "macosx", "none", "openbsd", "tvos", "visionos", "wasi", "watchos", "windows",
    "xros",
  ]

  /// Whether `text` has a known architecture, a vendor, a known system, which may have a version, and maybe an
  /// environment.
  static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isTripleCharacter) })
    else { return false }
    return architectures.contains(String(parts[0])) && systems.contains { parts[2].hasPrefix($0) }
  }
}

extension UInt8 {
  fileprivate var isTripleCharacter: Bool { isLetter || isDigit || self == 0x5F || self == 0x2E }
}
