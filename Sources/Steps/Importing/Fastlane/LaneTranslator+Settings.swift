import MartletCore

// Calls that only prepare fastlane: a lane is complete without them if fastlane runs no part of it that needs them.
extension LaneTranslator {
  /// Returns a comment for such a call; nil for others.
  func itemsOfSetting(_ call: RubyCall) -> [YAMLItem]? {
    guard call.block == nil, let path = call.path, !file.replaces(call.name),
      call.arguments.allSatisfy({ isPure(from: $0.span.lowerBound, to: $0.span.upperBound) })
    else { return nil }
    switch path {
    // Martlet reads its own key.
    case "app_store_connect_api_key":
      guard LaneReach(of: lane, in: file).words.isDisjoint(with: FastlaneAction.readingKey) else { return nil }
    // They create a keychain, and set variables for `match` and for the output of builds and tests (`setup_ci.rb`).
    case "setup_ci", "setup_circle_ci", "setup_travis":
      guard LaneReach(of: lane, in: file).words.isDisjoint(with: FastlaneAction.readingSetup) else { return nil }
    // fastlane reads this file, too (`dotenv_helper.rb`).
    case "Dotenv.load": guard call.arguments.allSatisfy({ $0.value.text == ".env" }) else { return nil }
    default: return nil
    }
    let place = unit.place(at: span.lowerBound)
    return [
      .comment(
        "left out (\(place.path):\(place.line)), Martlet needs no such call: \(unit.source.excerpt(at: span))")
    ]
  }

  /// Whether the lane only prepares fastlane, and needs no steps for that. Its last value may be what such a call returns.
  var isSetting: Bool {
    guard let body = lane?.block.body, !body.isEmpty else { return false }
    var names: Set<String> = []
    return body.allSatisfy { statement in
      switch statement.kind {
      case .value(.call(let call)) where itemsOfSetting(call) != nil: return true
      case .assignment(let name, .call(let call)) where itemsOfSetting(call) != nil && !file.isShared(name):
        names.insert(name)
        return true
      case .value(let value): return value.bareName.map(names.contains) == true
      case .assignment, .branch, .definition, .attempt, .other: return false
      }
    }
  }
}
