import BuiltInTemplates
import MartletCore
import Steps

/// What `martlet help` explains.
enum HelpSubject {
  case program
  /// The name of a command, split into words.
  case command([String])
  case topic(HelpTopic)
  case steps([StepReference])
  case errors([FailureCode])
  case keys([KeyReference])
  case templates
  case template(BuiltInTemplate)

  /// Finds what `words` name: a command first, then a topic, a step, an error code and a key.
  ///
  /// - Throws: `Failure.unknownTopic` or `.unknownSubcommand`.
  init(_ words: [String]) throws(Failure) {
    let commands = MartletCommand.names
    guard let name = words.first else {
      self = .program
      return
    }
    switch (name, words.count) {
    case _ where commands.contains(words): self = .command(words)
    case ("steps", 1): self = .steps(Self.allSteps)
    case ("keys", 1): self = .keys(KeyReference.all)
    case ("errors", 1): self = .errors(FailureCode.allCases)
    case ("templates", 1): self = .templates
    case ("templates", 2): self = .template(try Self.template(words[1]))
    case ("step", 2): self = try Self.found(Self.step(words[1]), words[1], Self.allSteps.map(\.keyword))
    case ("key", 2): self = try Self.found(Self.key(words[1]), words[1], KeyReference.all.map(\.name))
    case ("error", 2): self = try Self.found(Self.error(words[1]), words[1], FailureCode.allCases.map(\.rawValue))
    case (_, 1): self = try Self.found(Self.subject(named: name), name, Self.names)
    default:
      let known = commands.filter { $0.count == 2 && $0[0] == name }.map { $0[1] }
      if known.isEmpty { throw .unknownTopic(words.joined(separator: " "), known: []) }
      throw .unknownSubcommand(words[1], of: name, known: known)
    }
  }

  private static var allSteps: [StepReference] { StepReference.all(of: .standard) }

  /// All names of one word that the help knows, except those of other tools.
  static var names: [String] {
    let names =
      MartletCommand.names.filter { $0.count == 1 }.flatMap { $0 } + HelpTopic.allCases.map(\.rawValue)
      + allSteps.map(\.keyword) + ["templates"] + FailureCode.allCases.map(\.rawValue) + KeyReference.all.map(\.name)
    return Set(names).sorted()
  }

  private static func found(_ subject: HelpSubject?, _ name: String, _ known: [String]) throws(Failure) -> HelpSubject {
    guard let subject else { throw .unknownTopic(name, known: known) }
    return subject
  }

  private static func template(_ name: String) throws(Failure) -> BuiltInTemplate {
    let all = BuiltInTemplate.all
    guard let found = all.first(where: { $0.name == name }) else {
      throw .unknownTemplate(name, known: all.map(\.name))
    }
    return found
  }

  private static func subject(named name: String) -> HelpSubject? {
    // `release` is a lane, not a command, but users look for it.
    if name == "release" { return .command(["run"]) }
    return HelpTopic(rawValue: name).map(HelpSubject.topic) ?? step(name) ?? error(name) ?? key(name)
      ?? (HelpTopic.explains(name) ? .topic(.words) : nil)
  }

  /// Actions of other tools, with the step that users need for them.
  private static let related = [
    "app_store_build_number": "bump", "latest_testflight_build_number": "bump", "number_of_commits": "bump",
    "git_pull": "ensure", "homebrew": "publish_files",
    "build_app": "run", "build_ios_app": "run", "build_mac_app": "run", "carthage": "run", "cert": "run",
    "cocoapods": "run", "gym": "run", "match": "run", "notarize": "run", "notarytool": "run", "pod_lib_lint": "run",
    "pod_push": "run", "run_tests": "run", "scan": "run", "sigh": "run", "snapshot": "run", "swiftformat": "run",
    "swiftlint": "run", "sync_code_signing": "run", "xcodebuild": "run",
  ]

  private static func step(_ word: String) -> HelpSubject? {
    let steps = allSteps
    let name = related[word] ?? word
    let found =
      steps.first { $0.keyword == name } ?? steps.first { $0.foreignNames.contains(name) }
      ?? steps.first { $0.checks.contains { $0.keyword == name } }
    return found.map { .steps([$0]) }
  }

  private static func error(_ name: String) -> HelpSubject? {
    FailureCode(rawValue: name).map { .errors([$0]) }
  }

  private static func key(_ name: String) -> HelpSubject? {
    let keys = KeyReference.all.filter { $0.path == name || $0.name == name }
    return keys.isEmpty ? nil : .keys(keys)
  }
}

extension HelpSubject {
  /// - Parameter width: The width of the terminal; nil for no wrapping.
  func text(width: Int?) -> String {
    switch self {
    case .program: return "\(MartletCommand.helpMessage())\n\(MartletCommand.exitStatuses)"
    case .command(let words): return Self.page(of: words)
    case .topic(let topic): return topic.text
    case .templates: return TemplateHelp.list(width: width)
    case .template(let template):
      return template.text.hasSuffix("\n") ? String(template.text.dropLast()) : template.text
    case .steps(let steps):
      guard let step = steps.first, steps.count == 1 else { return StepHelp.list(of: steps, width: width) }
      return StepHelp.page(of: step).wrappedLines(to: width)
    case .errors(let codes):
      guard let code = codes.first, codes.count == 1 else { return ErrorHelp.list(of: codes, width: width) }
      return code.page.text(titled: code.rawValue, width: width)
    case .keys(let keys): return KeyHelp.text(of: keys, width: width)
    }
  }

  private static func page(of words: [String]) -> String {
    let page = MartletCommand.helpMessage(for: MartletCommand.type(named: words), columns: nil)
    let trimmed = page.hasSuffix("\n") ? String(page.dropLast()) : page
    guard words.count == 1, let name = words.first, allSteps.contains(where: { $0.keyword == name }) else {
      return trimmed
    }
    return trimmed + "\n\nThe step of that name: martlet help step \(name)"
  }

  /// The JSON object; nil for a subject that is only text.
  var report: String? {
    get throws {
      switch self {
      case .steps(let steps): try StepsReport(steps).json()
      case .errors(let codes): try FailureReport(codes).json()
      case .keys(let keys): try KeysReport(keys).json()
      case .program, .command, .topic, .templates, .template: nil
      }
    }
  }
}

extension Failure {
  fileprivate static func unknownTemplate(_ name: String, known: [String]) -> Failure {
    Failure(
      "no template `\(name)`, expected one of \(known.quotedList)",
      hint: known.nearest(to: name).map { "did you mean `martlet help templates \($0)`?" }, exit: .usage)
  }
}
