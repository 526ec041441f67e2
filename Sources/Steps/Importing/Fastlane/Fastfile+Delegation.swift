import MartletCore

extension Fastfile {
  /// Whether fastlane itself runs `lane`.
  func isDelegated(_ lane: FastfileOutline.Lane) -> Bool {
    delegated.contains(lane.name) && (incompleteLanes.contains(lane.name) || !common.isEmpty) && !lane.isPrivate
      && lane.loop == nil
      && !(lane.platform == nil && outline.platforms.contains(lane.ownName)) && !actionLanes.contains(lane.name)
  }

  /// Whether the lane is complete if fastlane runs single actions. Without other steps, fastlane can as well run all of it.
  func isCompleteWithActions(
    _ lane: FastfileOutline.Lane, _ shared: [String: LaneTranslator.Binding]
  ) -> Bool {
    guard refused[lane.name] == nil else { return false }
    var translator = LaneTranslator(self, lane: lane, bindings: shared)
    translator.runsActions = true
    let items = translator.laneItems(lane.block.body)
    return translator.missing.isEmpty && items.contains { $0.isStep && !$0.isCommandOrMessage }
  }

  /// Returns comments on the statements because of which fastlane runs the whole lane, and not only single actions.
  func reasonsForFastlane(_ lane: FastfileOutline.Lane) -> [YAMLItem] {
    guard refused[lane.name] == nil else { return [] }
    var translator = LaneTranslator(self, lane: lane, bindings: sharedBindings())
    translator.runsActions = true
    return translator.laneItems(lane.block.body).compactMap { item in
      guard case .comment(let text) = item, text.hasPrefix("not translated ") else { return nil }
      return .comment("fastlane runs the lane " + text.dropFirst("not translated ".count))
    }
  }

  /// The public lanes that are not complete, or not without single actions of fastlane.
  package var incompletePublicLanes: [String] {
    let lanes = outline.lanes.filter { !$0.isPrivate }
    guard common.isEmpty, !runsHookActions else { return lanes.map(\.name) }
    return lanes.filter { incompleteLanes.union(actionLanes).contains($0.name) }.map(\.name)
  }

  /// Whether `lane` may make commits or check out others when fastlane runs it, with the hooks, methods and lanes that it uses.
  func mayMoveHead(_ lane: FastfileOutline.Lane) -> Bool {
    var open = [(lane.unit, lane.span)] + outline.hooks.map { ($0.unit, $0.span) }
    let declarations = ["lane", "private_lane", "before_all", "after_all", "error", lane.block.parameters.first ?? ""]
    var seen = Set(declarations + [lane.ownName])
    while let (unit, span) = open.popLast() {
      let changes = RubyChanges(in: span, of: unit.source, definitions: [])
      let variables = outerNames.union(changes.counts.keys)
      for word in changes.words where seen.insert(word).inserted {
        if let method = outline.definitions[word] {
          open.append((method.unit, method.span))
        } else if let callee = outline.lane(called: word, platform: lane.platform)?.lane {
          open.append((callee.unit, callee.span))
        } else if FastlaneAction.committing.contains(word) || mayBeUnknownAction(word, variables) {
          return true
        }
      }
    }
    return false
  }

  private func mayBeUnknownAction(_ word: String, _ variables: Set<String>) -> Bool {
    !variables.contains(word) && !RubyPurity.isKeyword(word)
      && word.unicodeScalars.first?.properties.isUppercase != true
      && !FastlaneAction.keepingFacts.contains(word)
  }

  /// The app of App Store Connect: the record that every action for it names with `apple_id`, or else its bundle id.
  package var storeApp: String? {
    let records = Set(storeActions.map { $0.text(of: "apple_id") ?? "" })
    guard let record = records.first, records.count == 1, !record.isEmpty, record.allSatisfy(\.isNumber) else {
      return bundleID
    }
    return record
  }

  /// The bundle id that every action for App Store Connect names, or else that of the Appfile, or the only one that an action names,
  /// or the first of the project. Without a name, fastlane takes the one of the file; `upload_build` checks that the file has it.
  var bundleID: String? {
    let named = storeActions.map { call in
      ["app_identifier", "bundle_identifier"].lazy.compactMap { call.text(of: $0) }.first
    }
    let ids = Set(named.compactMap(\.self))
    if ids.count == 1, !named.contains(nil) { return ids.first }
    return project.bundleID ?? (ids.isEmpty ? project.productIDs.first : ids.count == 1 ? ids.first : nil)
  }

  /// Whether the app of App Store Connect is one of several in the project, which nothing in the files of fastlane names.
  package var guessesApp: Bool { storeApp == project.productIDs.first && project.bundleID == nil && !namesApps }

  private var namesApps: Bool {
    storeActions.contains { call in
      ["app_identifier", "bundle_identifier", "apple_id"].contains { call.text(of: $0) != nil }
    }
  }

  private var storeActions: [RubyCall] { storeCalls.map(\.call) }
}

extension RubyCall {
  /// The literal text of the argument `name`.
  fileprivate func text(of name: String) -> String? { arguments.first { $0.name == name }?.value.text }
}
