import Lanes
import MartletCore

// The platform of actions for App Store Connect (`pilot/lib/pilot/manager.rb`: `fetch_app_platform`,
// `deliver/lib/deliver/options.rb` and `detect_values.rb`: `find_platform`, `latest_testflight_build_number.rb`). `pilot` takes that
// of the file; `deliver` and build numbers are for iOS without an option.
extension Fastfile {
  /// The platform of the app in `app_store`: that of the actions. If there are several, only those for this one become steps.
  package var storePlatform: ApplePlatform {
    var platforms: Set<ApplePlatform> = []
    for (call, platform) in storeCalls {
      if let platform = self.platform(of: call.name, call.arguments, in: platform) { platforms.insert(platform) }
    }
    return platforms.contains(.iOS) ? .iOS : platforms.min { $0.rawValue < $1.rawValue } ?? .iOS
  }

  /// The platform of one action; nil if only Ruby knows it.
  ///
  /// - Parameter lanePlatform: The platform of its lane, which `pilot` does not read: the app of the lane is for it.
  func platform(of name: String?, _ arguments: [RubyArgument], in lanePlatform: String?) -> ApplePlatform? {
    let options = arguments.filter { ["app_platform", "platform"].contains($0.name) }
    if let value = options.first?.value {
      return options.count == 1 ? value.text.flatMap { ApplePlatform(fastlane: $0.lowercased()) } : nil
    }
    let isOfFile = name.map(FastlaneAction.testFlight.contains) == true
    let isUpload = isOfFile || name.map(FastlaneAction.appStore.contains) == true
    if isUpload, arguments.contains(where: { $0.name == "pkg" && !$0.value.isFalseOrNil }) { return .macOS }
    guard isOfFile else { return .iOS }
    return lanePlatform.map { ApplePlatform(fastlane: $0) } ?? project.platform
  }

  /// The actions for App Store Connect, with the platforms of their lanes.
  var storeCalls: [(call: RubyCall, platform: String?)] {
    let bodies =
      outline.lanes.map { ($0.block.body, $0.platform) } + outline.hooks.map { ($0.block.body, $0.platform) }
      + outline.definitions.values.map { ($0.definition.body, nil) }
    var calls: [(RubyCall, String?)] = []
    for (body, platform) in bodies {
      for statement in body {
        statement.forEachValue { value in
          if case .call(let call) = value, FastlaneAction.ofAppStore.contains(call.name) {
            calls.append((call, platform))
          }
        }
      }
    }
    return calls
  }
}

extension FastlaneProject {
  /// The platform of the project's app: iOS, unless all of its apps are for one other platform; nil for several others.
  var platform: ApplePlatform? {
    if platforms.isEmpty || platforms.contains(.iOS) { return .iOS }
    return platforms.count == 1 ? platforms.first : nil
  }
}

extension ApplePlatform {
  /// - Parameter name: The name of a platform in an option, or of the platform of a lane.
  init?(fastlane name: String) {
    switch name {
    case "ios": self = .iOS
    case "mac", "macos", "osx": self = .macOS
    case "appletvos", "tvos": self = .tvOS
    case "xros", "visionos": self = .visionOS
    default: return nil
    }
  }
}

extension SourceText {
  /// The platforms of the apps in a `project.pbxproj`, in build settings, or in a file of XcodeGen or Tuist.
  package var applePlatforms: Set<ApplePlatform> {
    let text = String(decoding: bytes, as: UTF8.self)
    var words: [Substring] = []
    if path.lastComponent == "Project.swift" {
      words = text.matches(of: /\.(iOS|macOS|tvOS|visionOS|iPhone|iPad)\b/).map(\.output.1)
    } else if path.lastComponent == "project.yml" {
      for match in text.matches(of: /\b(?:platform|supportedDestinations):\s*(\[[^\]]*\]|(?:\n\s*- *\w+)+|\w+)/) {
        words += match.output.1.split { !$0.isLetter }
      }
    }
    for match in text.matches(of: /\b(?:SDKROOT|SUPPORTED_PLATFORMS)\s*[=:]\s*"?([A-Za-z ]+)/) {
      words += match.output.1.split(separator: " ")
    }
    return Set(words.compactMap { ApplePlatform(sdk: $0.lowercased()) })
  }
}

extension ApplePlatform {
  fileprivate init?(sdk name: String) {
    switch name {
    case "ios", "iphone", "ipad", "iphoneos": self = .iOS
    case "macos", "macosx": self = .macOS
    case "tvos", "appletvos": self = .tvOS
    case "visionos", "xros": self = .visionOS
    default: return nil
    }
  }
}
