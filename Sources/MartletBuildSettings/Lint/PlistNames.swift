/// The settings whose values reach an Info.plist, directly or through other settings.
struct PlistNames {
  private var names: Set<String>

  /// Settings that Xcode writes into a generated Info.plist, or that every template contains.
  private static let builtIn: Set = [
    "CURRENT_PROJECT_VERSION", "DEVELOPMENT_LANGUAGE", "EXECUTABLE_NAME", "MARKETING_VERSION",
    "PRODUCT_BUNDLE_IDENTIFIER",
    "PRODUCT_NAME",
  ]

  /// - Parameters:
  ///   - names: The settings that an Info.plist refers to.
  ///   - assignments: The assignments in which one setting may include another.
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

  /// Whether the name is of the form `INFOPLIST_KEY_CFBundleDisplayName`.
  private static func isPlistKey(_ name: String) -> Bool { name.hasPrefix("INFOPLIST_KEY_") }
}
