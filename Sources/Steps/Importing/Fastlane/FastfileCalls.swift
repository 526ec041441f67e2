/// The calls between lanes of a Fastfile, and the options of each lane.
struct FastfileCalls {
  /// The options that a lane reads, in the order of their use.
  private(set) var options: [String: [String]] = [:]
  /// The lanes that raise the version themselves.
  private(set) var raising: Set<String> = []
  /// The lanes that raise the build number, themselves or through another lane.
  private(set) var raisingBuild: Set<String> = []
  /// Calls that would form a cycle, as pairs of lane names.
  private var circles: Set<[String]> = []
  /// For each lane, the lanes that call it.
  private var callers: [String: [String]] = [:]

  init(_ outline: FastfileOutline) {
    var callees: [String: [String]] = [:]
    for lane in outline.lanes {
      var names: [String] = []
      for statement in lane.block.body {
        statement.forEachValue { value in
          if let option = value.option(of: lane.block.parameters.first) { append(option, to: lane.name) }
          guard case .call(let call) = value, call.receiver == nil else { return }
          if ["increment_version_number", "version_bump_podspec"].contains(call.name) { raising.insert(lane.name) }
          if call.name == "increment_build_number" { raisingBuild.insert(lane.name) }
          if let callee = outline.lane(called: call.name, platform: lane.platform)?.lane.name { names.append(callee) }
        }
      }
      callees[lane.name] = names
      for name in names { callers[name, default: []].append(lane.name) }
    }
    raisingBuild = lanes(reaching: raisingBuild)
    findCircles(callees, order: outline.lanes.map(\.name))
  }

  /// Whether `caller` may call `callee` without forming a cycle.
  func permits(_ caller: String, calling callee: String) -> Bool { !circles.contains([caller, callee]) }

  /// Returns `lanes` and all lanes that call one of them, directly or indirectly.
  func lanes(reaching lanes: Set<String>) -> Set<String> {
    var found = lanes
    var open = Array(lanes)
    while let lane = open.popLast() {
      open += callers[lane, default: []].filter { found.insert($0).inserted }
    }
    return found
  }

  /// Whether a release lacks something without `statement`: a version, a commit, a tag, or a lane that may make them.
  func isPartOfRelease(_ statement: RubyStatement, in lane: FastfileOutline.Lane?, of file: Fastfile) -> Bool {
    statement.callNames(in: file.source).contains { call in
      Self.releaseActions.contains(call.name) || Self.mayRaise(call.name)
        || !call.hasReceiver && file.outline.lane(called: call.name, platform: lane?.platform) != nil
    }
  }

  /// Returns the actions in `statement` that test, build or publish the product.
  func productActions(in statement: RubyStatement, of file: Fastfile) -> [String] {
    statement.callNames(in: file.source).map(\.name).filter(Self.productActions.contains)
  }

  private static let releaseActions: Set<String> = [
    "increment_version_number", "version_bump_podspec", "increment_build_number", "commit_version_bump", "git_commit",
    "add_git_tag",
  ]

  /// Whether the action `name`, of a plugin or of the project itself, may raise the version or the build number, according
  /// to its name.
  private static func mayRaise(_ name: String) -> Bool {
    name.contains("bump")
      || ["increment_", "set_", "update_"].contains { name.hasPrefix($0) }
        && ["version", "build_number"].contains { name.contains($0) }
  }

  /// The actions of fastlane that test, build or publish an app or a pod.
  private static let productActions: Set<String> = [
    "appaloosa", "appcenter_upload", "appetize", "appstore", "apteligent", "aws_s3", "build_android_app", "build_app",
    "build_ios_app", "build_mac_app", "capture_android_screenshots", "capture_ios_screenshots", "capture_screenshots",
    "create_xcframework", "crashlytics", "deliver", "deploygate", "firebase_app_distribution", "gradle", "gym",
    "hockey",
    "installr", "ipa", "nexus_upload", "notarize", "pilot", "pod_lib_lint", "pod_push", "run_tests", "s3", "scan",
    "screengrab", "set_github_release", "snapshot", "spm", "supply", "swiftlint", "testfairy", "testflight",
    "upload_symbols_to_crashlytics", "upload_symbols_to_sentry", "upload_to_app_store", "upload_to_play_store",
    "upload_to_testflight", "xcarchive", "xcbuild", "xcexport", "xcodebuild", "xctest",
  ]

  /// No hand-written lane reaches this limit.
  static let optionLimit = 200

  private mutating func append(_ option: String, to lane: String) {
    if options[lane]?.contains(option) != true, options[lane, default: []].count < Self.optionLimit {
      options[lane, default: []].append(option)
    }
  }

  /// Walks all calls depth first, with an explicit stack: a call to a lane on the path closes a cycle.
  private mutating func findCircles(_ callees: [String: [String]], order: [String]) {
    var done: Set<String> = []
    for start in order where !done.contains(start) {
      var path: [(lane: String, next: Int)] = [(start, 0)]
      var open: Set<String> = [start]
      while let (lane, next) = path.last {
        let names = callees[lane] ?? []
        guard next < names.count else {
          path.removeLast()
          open.remove(lane)
          done.insert(lane)
          continue
        }
        path[path.count - 1].next += 1
        if open.contains(names[next]) {
          circles.insert([lane, names[next]])
        } else if !done.contains(names[next]) {
          path.append((names[next], 0))
          open.insert(names[next])
        }
      }
    }
  }
}

extension RubyValue {
  /// Returns the key of `options[:key]` or `options.fetch(:key, …)`, where `options` has the name `name`.
  func option(of name: String?) -> String? {
    guard let name else { return nil }
    switch self {
    case .element(let base, let key) where base.bareName == name: return key.text
    case .call(let call) where call.name == "fetch" && call.receiver?.bareName == name:
      return call.arguments.first?.value.text
    case .string, .symbol, .literal, .list, .call, .element, .operation, .not, .unknown: return nil
    }
  }
}
