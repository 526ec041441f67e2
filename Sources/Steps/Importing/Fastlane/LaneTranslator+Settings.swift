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
}
