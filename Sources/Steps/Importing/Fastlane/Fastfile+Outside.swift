import MartletCore

extension Fastfile {
  /// The parts that every lane depends on: hooks that could not be translated, and what runs when fastlane reads the files.
  func missingOutsideLanes(_ definitions: Set<String>) -> OutsideParts {
    var missing = OutsideParts()
    let purity = RubyPurity { changes[$0] != nil && !definitions.contains($0) }
    for element in outline.elements {
      guard let (statement, unit) = element.statement, !statement.isDeclaration(in: unit.source, purity) else {
        continue
      }
      var part = MissingParts()
      part.add(unit.source.excerpt(at: statement.span), at: unit.place(at: statement.span.lowerBound))
      missing.add(part, preparing: preparingPlaces([statement], in: unit))
    }
    if let path = project.variablesFile {
      for name in project.variables where name.hasPrefix("FL_") {
        missing.common.add("\(name), which changes actions", at: Place(path: path, line: 1, column: 1), isShown: false)
      }
    }
    for hook in outline.hooks {
      var translator = LaneTranslator(self, hook: hook, bindings: hook.bindings)
      _ = translator.items(hook.block.body)
      if let platform = hook.platform, !isOfEveryLane(hook) {
        for part in translator.missing.parts {
          missing.platforms[platform, default: MissingParts()].add(part.text, at: part.place, isShown: false)
        }
      } else {
        missing.add(translator.missing, preparing: preparingPlaces(hook.block.body, in: hook.unit))
      }
    }
    return missing
  }

  /// Whether the hook runs with every public lane: one of a platform does not run with lanes of others, or of none.
  func isOfEveryLane(_ hook: FastfileOutline.Hook) -> Bool {
    hook.platform.map { name in outline.lanes.allSatisfy { $0.platform == name || $0.isPrivate } } ?? true
  }
}

extension FastfileOutline.Element {
  /// The statement that runs when fastlane reads the file.
  var statement: (RubyStatement, FastfileUnit)? {
    switch self {
    case .constant(_, let statement, _, let unit), .other(let statement, let unit): (statement, unit)
    case .lane, .hook: nil
    }
  }
}

extension RubyStatement {
  /// Whether it only declares or computes something when fastlane reads the file.
  fileprivate func isDeclaration(in source: SourceText, _ purity: RubyPurity) -> Bool {
    let tokens = RubyLexer.tokens(of: source, in: span)
    guard case .word(let first)? = tokens.first?.kind else {
      if source.string(at: span).hasPrefix("$:.") || source.string(at: span).hasPrefix("$LOAD_PATH") { return true }
      // A global variable, which no step reads.
      guard tokens.count > 3, tokens[0].isMark("$"), case .word(let name) = tokens[1].kind, tokens[2].isMark("="),
        !["stdout", "stderr", "stdin"].contains(name)
      else { return false }
      return purity.holds(in: tokens[3].span.lowerBound..<span.upperBound, of: source)
    }
    if Self.definers.contains(first) || FastlaneAction.settings.contains(first) { return true }
    // fastlane has read this file already (`dotenv_helper.rb`), in whose folder it evaluates the Fastfile.
    if source.string(at: span).wholeMatch(of: /Dotenv\.load(?:[ (]\s*["']\.env["']\)?)?/) != nil { return true }
    // A description that Ruby computes.
    if first == "desc" { return purity.holds(in: (tokens[0].span.upperBound)..<span.upperBound, of: source) }
    if first == "ENV", let name = Self.environmentAssignment(tokens) {
      return FastlaneAction.harmlessVariables.contains(where: name.hasPrefix)
        && purity.holds(in: tokens[5].span.lowerBound..<span.upperBound, of: source)
    }
    if let sign = tokens.firstIndex(where: { $0.isMark("=") }), sign == 1 || isAssignment {
      guard sign + 1 < tokens.count else { return false }
      return purity.holds(in: tokens[sign + 1].span.lowerBound..<span.upperBound, of: source)
    }
    return purity.holds(in: span, of: source)
  }

  private static let definers: Set<String> = ["class", "module", "alias", "def"]

  /// Whether it is a method or a class, whose variables the rest of the file does not see.
  func isDefinition(in source: SourceText) -> Bool {
    guard case .word(let first)? = RubyLexer.tokens(of: source, in: span).first?.kind else { return false }
    return Self.definers.contains(first)
  }

  private var isAssignment: Bool {
    if case .assignment = kind { true } else { false }
  }

  /// The name of the variable in `ENV["NAME"] = …`.
  static func environmentAssignment(_ tokens: [RubyToken]) -> String? {
    guard tokens.count > 5, tokens[0].isWord("ENV"), tokens[1].isMark("["), tokens[3].isMark("]"),
      tokens[4].isMark("=") || tokens[4].isMark("||="),
      case .string(let pieces) = tokens[2].kind, case .text(let name)? = pieces.first, pieces.count == 1
    else { return nil }
    return name
  }
}
