/// The settings whose values reach an Info.plist, by themselves or through others.
struct PlistNames {
  private var names: Set<String>

  /// What Xcode writes into the Info.plist that it generates, or that every template has there.
  private static let builtIn: Set = [
    "CURRENT_PROJECT_VERSION", "DEVELOPMENT_LANGUAGE", "EXECUTABLE_NAME", "MARKETING_VERSION",
    "PRODUCT_BUNDLE_IDENTIFIER",
    "PRODUCT_NAME",
  ]

  /// - Parameters:
  ///   - names: The settings that an Info.plist refers to.
  ///   - assignments: Those in which one of them may take another one in.
  init(_ names: Set<String>, in assignments: [Assignment]) {
    self.names = names.union(Self.builtIn)
    var references: [String: Set<String>] = [:]
    for assignment in assignments {
      references[assignment.name, default: []].formUnion(assignment.expression.names(in: assignment.value.bytes))
    }
    var open = Array(self.names) + references.keys.filter(Self.isPlistKey)
    self.names.formUnion(open)
    while let name = open.popLast() {
      for reference in references[name] ?? [] where self.names.insert(reference).inserted { open.append(reference) }
    }
  }

  func contains(_ name: String) -> Bool { names.contains(name) || Self.isPlistKey(name) }

  /// `INFOPLIST_KEY_CFBundleDisplayName` and the like.
  private static func isPlistKey(_ name: String) -> Bool { name.hasPrefix("INFOPLIST_KEY_") }
}
