import MartletCore

/// A version or build number in a Swift text, with the name of its declaration.
struct SwiftDeclaration {
  enum Form {
    /// A constant, a variable or a function without parameters.
    case value
    /// One of the values that a variable, a closure or a function without parameters returns: `return "1.4.2"` among
    /// other code.
    case result
    /// Three constants of a type; the name is that of the type.
    case threeConstants
    /// An argument `version:` of `CommandConfiguration` from swift-argument-parser.
    case commandConfiguration
    /// Printed text: `print("1.4.2")`.
    case print
    /// A build setting or Info.plist key in a `Project.swift` of Tuist.
    case setting(VersionSite.Kind)
  }

  let form: Form
  /// The name without its scope: `version`, `print`, `MARKETING_VERSION`.
  let name: String
  /// The types around it, outermost first.
  let scope: [String]
  /// Whether it is in the body of a function, where its name is not visible outside.
  let isLocal: Bool
  let pieces: [Piece]
  /// The value of all pieces together.
  let value: String

  /// A run of bytes with the value or a part of it. It has no `Place`, because a file may have thousands of them.
  struct Piece {
    var part = VersionSite.Piece.Part.whole
    let span: Range<Int>
    var spelling = Spelling.plain
  }

  /// The name with the types around it, for example `CarthageKitVersion.current`.
  var qualifiedName: String { (scope + [name]).joined(separator: ".") }
}

extension SwiftDeclaration {
  /// Whether it is the version of the product; nil if its name does not mean a version.
  func isOwn(_ products: ProductNames, in path: RelativePath) -> Bool? {
    switch form {
    case .setting: nil
    case .value where isLocal, .result where isLocal: nil
    case .commandConfiguration: true
    case .print: path.lastComponent.lowercased().contains("version") ? true : nil
    case .threeConstants: products.isVersionType(name)
    case .value, .result: products.owns(name) ?? (products.claim(name, in: scope) ? true : nil)
    }
  }
}
