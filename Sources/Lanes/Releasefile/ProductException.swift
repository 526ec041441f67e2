import MartletCore

/// A target of an Xcode project whose version is not the project's.
package struct ProductException: Sendable, Equatable {
  package enum Form: String, Sendable, CaseIterable {
    /// It has its own version.
    case apart
    /// The build's command sets the version instead of the files.
    case injected
  }

  package var target = ""
  package var form: Form?
}

extension ProductException {
  static let keys: [GrammarKey<ProductException>] = [
    GrammarKey("target", .text("The name of the target.")) { $2.target = $0.text($1.value) ?? "" },
    GrammarKey(
      "version",
      .choice(
        Form.allCases.map(\.rawValue), "`apart`: it has its own version; `injected`: the build's command sets it.")
    ) {
      $2.form = $1.value.text.flatMap(Form.init)
      if $2.form == nil { $0.steps.report(.wrongValue(expected: "`apart` or `injected`"), at: $1.value) }
    },
  ]
}

extension ReleasefileDecoder {
  mutating func products(_ node: Node) -> [ProductException] {
    let expected = "a mapping such as `{target: Helper, version: apart}`"
    return list(node, of: "a list of mappings such as `{target: Helper, version: apart}`").map { node in
      var product = ProductException()
      decode(node, by: ProductException.keys, into: &product, of: "a product", expected: expected)
      let names = node.entries?.map(\.key) ?? ["target", "version"]
      if !names.contains("target") || !names.contains("version") {
        steps.report(.wrongKind(expected: expected), at: node)
      }
      return product
    }
  }
}
