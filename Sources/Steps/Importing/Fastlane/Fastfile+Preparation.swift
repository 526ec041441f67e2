import MartletCore

// A hook, or code outside of lanes, that only prepares the machine for builds: a lane that neither builds nor runs commands does
// not depend on it.
extension Fastfile {
  /// What every lane, or every lane that builds, depends on and was not translated.
  struct OutsideParts {
    /// Parts that may change files, the branch, the version or what a lane reads.
    var common = MissingParts()
    /// Parts that only prepare the machine.
    var preparation = MissingParts()

    /// Parts of the hooks of a platform that has not all lanes.
    var platforms: [String: MissingParts] = [:]

    var isEmpty: Bool { common.isEmpty && preparation.isEmpty && platforms.values.allSatisfy(\.isEmpty) }

    /// Adds `missing`, of which the parts at `places` only prepare the machine.
    mutating func add(_ missing: MissingParts, preparing places: Set<Place>) {
      for part in missing.parts {
        if places.contains(part.place) {
          // The comment is in the hook, and not in the lane that stops.
          preparation.add(part.text, at: part.place, isShown: false)
        } else {
          common.add(part.text, at: part.place, isShown: part.isShown)
        }
      }
    }
  }

  /// The parts outside of `lane` that only some lanes depend on, and this one does.
  func missing(outside lane: FastfileOutline.Lane) -> MissingParts {
    guard !lane.isPrivate else { return MissingParts() }
    let own = lane.platform.flatMap { outside.platforms[$0] } ?? MissingParts()
    return dependsOnPreparation(lane) ? outside.preparation + own : own
  }

  /// The places of the statements in a hook or outside of lanes that only prepare the machine for builds.
  func preparingPlaces(_ statements: [RubyStatement], in unit: FastfileUnit) -> Set<Place> {
    var places: Set<Place> = []
    for statement in statements where isPreparation(statement, in: unit) {
      places.insert(unit.place(at: statement.span.lowerBound))
      if case .branch(let branch) = statement.kind {
        places.formUnion(preparingPlaces(branch.body + branch.otherwise, in: unit))
      }
    }
    return places
  }

  private func isPreparation(_ statement: RubyStatement, in unit: FastfileUnit) -> Bool {
    let purity = RubyPurity { _ in false }
    switch statement.kind {
    case .value(.call(let call)):
      guard call.receiver == nil, call.block == nil, FastlaneAction.preparingMachine.contains(call.name),
        !replaces(call.name)
      else { return false }
      return call.arguments.allSatisfy { purity.holds(in: $0.span, of: unit.source) }
    case .branch(let branch):
      let statements = branch.body + branch.otherwise
      guard let first = statements.map(\.span.lowerBound).min() else { return false }
      var condition = statement.span.lowerBound..<first
      if condition.isEmpty {
        // The condition follows its statement.
        let tokens = RubyLexer.tokens(of: unit.source, in: statement.span)
        guard let word = tokens.last(where: { $0.isWord("if") || $0.isWord("unless") }) else { return false }
        condition = word.span.lowerBound..<statement.span.upperBound
      }
      return purity.holds(in: condition, of: unit.source) && statements.allSatisfy { isPreparation($0, in: unit) }
    case .value, .assignment, .definition, .attempt: return false
    case .other:
      let tokens = RubyLexer.tokens(of: unit.source, in: statement.span)
      guard let name = RubyStatement.environmentAssignment(tokens), tokens.count > 5 else { return false }
      return !FastlaneAction.isReadByMartlet(variable: name)
        && purity.holds(in: tokens[5].span.lowerBound..<statement.span.upperBound, of: unit.source)
    }
  }

  /// Whether the code reads a variable that the preparation sets, or one whose name only Ruby knows.
  private func readsPreparedVariable(_ text: String) -> Bool {
    let reads = text.matches(of: /ENV(?:\[|\.fetch\()\s*["'][A-Za-z0-9_]+["']/).count
    guard text.matches(of: /\bENV\b/).count == reads else { return true }
    return outside.preparation.parts.contains { part in
      if let match = part.text.prefixMatch(of: /ENV\[\s*["']([A-Za-z0-9_]+)/) { return text.contains(match.output.1) }
      return FastlaneAction.variablesOfSetup.contains(where: text.contains)
        || part.text.prefixMatch(of: /(?:if|unless)\b/) != nil && reads > 0
    }
  }

  /// Whether `lane` may depend on what only prepares the machine: it builds, signs, tests, runs a command or reads a variable, or
  /// a part of it is not known.
  private func dependsOnPreparation(_ lane: FastfileOutline.Lane) -> Bool {
    guard !outside.preparation.isEmpty else { return false }
    var open = [(lane.unit, lane.span)]
    var seen = lane.localNames.union([lane.ownName])
    while let (unit, span) = open.popLast() {
      let text = unit.source.string(at: span)
      guard !text.contains("`"), !text.contains("%x"), !readsPreparedVariable(text) else { return true }
      for word in RubyChanges(in: span, of: unit.source, definitions: []).words where seen.insert(word).inserted {
        if FastlaneAction.dependingOnMachine.contains(word) || project.customActions.contains(word) { return true }
        if let method = outline.definitions[word] {
          open.append((method.unit, method.span))
        } else if let callee = outline.lane(called: word, platform: lane.platform)?.lane {
          open.append((callee.unit, callee.span))
        } else {
          // The value of a name outside of lanes may be that of a variable.
          open += outline.elements.compactMap {
            if case .constant(word, let statement, _, let unit) = $0 { (unit, statement.span) } else { nil }
          }
        }
      }
    }
    return false
  }
}

extension FastlaneAction {
  /// Actions that only change keychains, variables of the process or the selected Xcode. They change no file of the project, and
  /// nothing at Apple.
  static let preparingMachine: Set<String> = [
    "setup_ci", "setup_circle_ci", "setup_travis", "create_keychain", "unlock_keychain", "delete_keychain", "xcversion",
    "xcode_select", "xcodes", "ensure_xcode_version", "verify_xcode", "clear_derived_data",
  ]

  /// Words of lanes that depend on it.
  static let dependingOnMachine: Set<String> = preparing.subtracting(["app_store_connect_api_key"]).union(building)
    .union(testing).union(editing).union([
      "sh", "system", "exec", "spawn", "Dotenv", "lane_context", "pod_push", "IO", "Open3",
    ])

  /// The beginnings of variables that `setup_ci` sets (`setup_ci.rb`).
  static let variablesOfSetup = ["MATCH_", "SCAN_", "GYM_", "FL_BUILDLOG_PATH"]

  /// The beginnings of variables that only change how fastlane itself prints, updates or waits for Xcode, the locale, and where notifications go.
  static let harmlessVariables = [
    "FASTLANE_SKIP_UPDATE", "FASTLANE_SKIP_ACTION", "FASTLANE_HIDE", "FASTLANE_XCODE", "FASTLANE_OPT_OUT",
    "FASTLANE_DISABLE", "LC_ALL", "LANG", "SLACK_URL",
  ]

  /// Whether a step of Martlet, git, or the translation of an action may read the variable.
  static func isReadByMartlet(variable name: String) -> Bool {
    let parts = [
      "FASTLANE_", "FL_", "PILOT_", "DELIVER_", "TESTFLIGHT_", "LATEST_", "APPSTORE", "APP_STORE", "GIT", "SSH", "GH_",
      "MARTLET", "XDG_", "TMP", "HTTP", "NO_PROXY", "ALL_PROXY", "CI_",
    ]
    // `git_branch` reads several variables with a branch (`git_helper.rb`).
    return name.contains("BRANCH") || parts.contains(where: name.uppercased().hasPrefix)
      || ["PATH", "HOME", "CI", "TZ", "USER"].contains(name)
  }
}
