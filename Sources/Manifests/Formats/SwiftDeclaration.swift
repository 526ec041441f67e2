import TextEditing

/// A place in a Swift text that says a version or build number, with the name it is found by.
struct SwiftDeclaration {
  enum Form {
    /// A constant, a variable or a function without parameters.
    case value
    /// One of the values that a variable, a closure or a function without parameters gives back: `return "1.4.2"` where
    /// there is more code around it.
    case result
    /// Three constants of a type, which is what the name names.
    case threeConstants
    /// An argument `version:` of `CommandConfiguration` from swift-argument-parser.
    case commandConfiguration
    /// What a program prints: `print("1.4.2")`.
    case print
    /// A build setting or Info.plist key in a `Project.swift` of Tuist.
    case setting(VersionSite.Kind)
  }

  let form: Form
  /// The name without its scope: `version`, `print`, `MARKETING_VERSION`.
  let name: String
  /// The types around it, outermost first.
  let scope: [String]
  /// Whether it stands in the body of a function, where only a caller of it knows its name.
  let isLocal: Bool
  let pieces: [Piece]
  /// What the pieces come to.
  let value: String

  /// A run of bytes that says the value or a part of it. Without a place: a file may have thousands, of which one counts.
  struct Piece {
    var part = VersionSite.Piece.Part.whole
    let span: Range<Int>
    var spelling = Spelling.plain
  }

  /// The name with the types around it, for example `CarthageKitVersion.current`.
  var qualifiedName: String { (scope + [name]).joined(separator: ".") }
}
