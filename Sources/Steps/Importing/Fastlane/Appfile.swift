import MartletCore

/// The bundle ids in an Appfile, also those for one lane or platform (`appfile_config.rb`). None of its code is run.
package struct Appfile {
  package enum Name: Equatable {
    /// A text, with `${env.NAME}` for a variable.
    case template(String)
    /// A value that only Ruby can compute.
    case unknown
  }

  private struct Rule {
    var lane: String?
    var platform: String?
    var name = Name.unknown
  }

  private var rules: [Rule] = []

  package init(_ source: SourceText) {
    for statement in RubyParser.statements(of: source) { add(statement, Rule(), source) }
  }

  /// The bundle id for a started lane, if there is one. A later value replaces an earlier one.
  package func name(lane: String?, platform: String?) -> Name? {
    rules.last { ($0.lane == nil || $0.lane == lane) && ($0.platform == nil || $0.platform == platform) }?.name
  }

  /// The literal bundle id for lanes without an own one.
  package var bundleID: String? {
    if case .template(let text)? = name(lane: nil, platform: "ios"), !text.contains("$") { text } else { nil }
  }

  private mutating func add(_ statement: RubyStatement, _ scope: Rule, _ source: SourceText) {
    var rule = scope
    if case .value(.call(let call)) = statement.kind, call.receiver == nil, call.arguments.count == 1,
      let value = call.arguments.first?.value
    {
      switch (call.name, call.block) {
      case ("app_identifier", nil):
        rule.name = Self.template(value).map { .template($0) } ?? .unknown
        return rules.append(rule)
      case ("for_lane", let block?):
        // `ios beta` is an older form.
        let words = value.text?.split(separator: " ").map(String.init) ?? []
        guard let lane = words.last, words.count <= 2 else { break }
        rule.lane = lane
        if words.count == 2 { rule.platform = words[0] }
        return block.body.forEach { add($0, rule, source) }
      case ("for_platform", let block?):
        guard let platform = value.text else { break }
        rule.platform = platform
        return block.body.forEach { add($0, rule, source) }
      default: break
      }
    }
    let tokens = RubyLexer.tokens(of: source, in: statement.span)
    if tokens.contains(where: { $0.isWord("app_identifier") }) { rules.append(rule) }
  }

  /// A text, or the value of an environment variable.
  private static func template(_ value: RubyValue) -> String? {
    switch value {
    case .string(let pieces):
      if pieces.count == 1, case .value(let value) = pieces[0] { return template(value) }
      return value.text.flatMap { $0.contains("$") ? nil : $0 }
    case .element(let base, let key) where base.bareName == "ENV":
      return key.text.flatMap { $0.isVariableName ? "${env.\($0)}" : nil }
    case .call(let call) where call.name == "fetch" && call.receiver?.bareName == "ENV" && call.arguments.count == 1:
      return call.arguments[0].value.text.flatMap { $0.isVariableName ? "${env.\($0)}" : nil }
    case .symbol, .literal, .list, .call, .element, .operation, .not, .unknown: return nil
    }
  }
}

extension Fastfile {
  /// The bundle id that the Appfile has for a lane: that of every started lane from which it may run. Nil without one.
  func appName(for lane: FastfileOutline.Lane?) -> Appfile.Name? {
    guard let appfile = project.appfile else { return project.bundleID.map { .template($0) } }
    let reaching = lane.map { calls.lanes(reaching: [$0.name]) }
    let lanes = outline.lanes.filter { reaching?.contains($0.name) != false && !$0.isPrivate }
    let names = lanes.map { appfile.name(lane: $0.ownName, platform: $0.platform) }
    guard let first = names.first else { return appfile.name(lane: lane?.ownName, platform: lane?.platform) }
    return names.allSatisfy { $0 == first } ? first : .unknown
  }
}
