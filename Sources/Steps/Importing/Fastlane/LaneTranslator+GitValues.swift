import MartletCore

// Values that an action finds with git (`helper/git_helper.rb`), and dates: a `run` before the step stores them.
extension LaneTranslator {
  /// Returns the text with the result of an action; nil if it is not such an action.
  mutating func found(_ call: RubyCall, path: String) -> String? {
    switch path {
    case "last_git_tag":
      guard call.arguments.count <= 1, let pattern = literal(call, "pattern") else { return nil }
      return capture(YAMLEntry("shell", .scalar(Self.lastTag(pattern, lightweight: "--tags "))), id: "last_tag")
    case "number_of_commits":
      guard call.arguments.isEmpty || call.arguments.count == 1 && call.arguments[0].name == "all" else { return nil }
      let isAll = call.arguments.first?.value.isTrue ?? false
      guard isAll || call.arguments.first?.value.isFalse ?? true else { return nil }
      return capture(["git", "rev-list", isAll ? "--all" : "HEAD", "--count"], id: "commit_count")
    case "changelog_from_git_commits":
      var arguments = ActionArguments(call)
      guard values != nil, let id = freeID(assignedName ?? "changelog"), let items = changelog(&arguments, id: id)
      else { return nil }
      values?.append(contentsOf: items)
      return "${steps.\(id).output}"
    case "Time.now.to_i": return capture(["date", "+%s"], id: "date")
    case "Time.now.strftime", "Time.new.strftime", "DateTime.now.strftime", "Date.today.strftime":
      guard call.arguments.count == 1, let format = call.arguments[0].value.text, format.isDateFormat,
        state.hasEnvironment,
        path != "Date.today.strftime" || !format.hasTime
      else {
        return nil
      }
      return capture(["date", "+" + format], id: "date")
    default: return nil
    }
  }

  /// Returns the output of a command that only reads, without the end of its last line; nil for other values.
  mutating func output(of value: RubyValue) -> String? {
    guard case .call(let call) = value, call.receiver == nil, call.block == nil, values != nil,
      ["sh", RubyCall.backTicks].contains(call.name), !file.replaces(call.name),
      call.arguments.count(where: { $0.name != "log" }) == 1, let id = freeID(assignedName ?? "output")
    else { return nil }
    let outer = self
    var arguments = ActionArguments(call)
    guard let items = run(&arguments, boundTo: id), items.allSatisfy(\.onlyReads) else {
      self = outer
      return nil
    }
    state = outer.state
    values?.append(contentsOf: items)
    return "${steps.\(id).output}"
  }

  /// Returns the number of commits that an action or a command counts, as `to_i` makes it a number.
  mutating func commitCount(_ value: RubyValue) -> Binding? {
    guard case .call(let conversion) = value, conversion.name == "to_i", conversion.arguments.isEmpty,
      conversion.block == nil, let counting = conversion.receiver?.withoutConversions,
      case .call(let call) = counting, bound(counting) == nil
    else { return nil }
    if call.path == "number_of_commits" { return template(counting).map { .number($0) } }
    guard let script = call.arguments.first?.value.text, script.wholeMatch(of: /git rev-list [^|]*/) != nil,
      script.split(separator: " ").contains("--count")
    else { return nil }
    return output(of: counting).map { .number($0) }
  }

  /// Returns the command that prints the newest tag.
  ///
  /// - Parameters:
  ///   - pattern: A pattern of tags; empty for all.
  ///   - lightweight: The option for tags without a message, with a blank; empty to leave them out.
  static func lastTag(_ pattern: String, lightweight: String) -> String {
    let commit = "$(git rev-list --tags\(pattern.isEmpty ? "" : "=\(pattern.shellWord)") --max-count=1)"
    return "git describe \(lightweight)\"\(commit)\"\(pattern.isEmpty ? "" : " --match \(pattern.shellWord)")"
  }

  /// Returns the commit that `last_git_commit` reads, for later reads of its parts.
  mutating func lastCommit(_ value: RubyValue) -> Binding? {
    guard case .call(let call) = value, call.path == "last_git_commit", call.arguments.isEmpty, call.block == nil,
      !file.replaces(call.name), let hash = capture(["git", "rev-parse", "HEAD"], id: "last_commit")
    else { return nil }
    return .commit(hash)
  }

  /// Returns a part of a commit, such as `last_git_commit[:message]`.
  mutating func part(_ key: RubyValue, ofCommit base: RubyValue) -> String? {
    let formats = [
      "author": "%an", "author_email": "%ae", "message": "%B", "commit_hash": "%H", "abbreviated_commit_hash": "%h",
    ]
    guard let format = key.text.flatMap({ formats[$0] }) else { return nil }
    var words = ["git", "log", "-1", "--pretty=" + format]
    if let name = base.bareName, let binding = state.bindings[name] {
      guard case .commit(let hash) = binding else { return nil }
      words.append(hash)
    } else {
      guard case .call(let call) = base, call.path == "last_git_commit", call.arguments.isEmpty,
        !file.replaces(call.name)
      else { return nil }
    }
    return capture(words, id: "last_commit")
  }

  /// Returns the step for a failure that depends on a variable or a tag.
  mutating func check(_ branch: RubyBranch) -> YAMLItem? { environmentCheck(branch) ?? tagCheck(branch) }

  /// Returns the step for `UI.user_error!("text") if git_tag_exists(tag: "v1")` (`git_tag_exists.rb`); nil for other conditions.
  private mutating func tagCheck(_ branch: RubyBranch) -> YAMLItem? {
    var (condition, isNegated) = (branch.condition, branch.isNegated)
    while case .not(let value) = condition { (condition, isNegated) = (value, !isNegated) }
    guard branch.otherwise.isEmpty, branch.body.count == 1, case .value(.call(let ending))? = branch.body.first?.kind,
      ending.fails, let (echo, environment) = failure(ending), case .call(let call) = condition,
      call.path == "git_tag_exists", call.block == nil, bound(condition) == nil, !file.replaces("git_tag_exists")
    else { return nil }
    var arguments = ActionArguments(call)
    guard let tag = arguments.take("tag").flatMap({ knownTemplate($0) }), !tag.namesSecret else { return nil }
    arguments.dropFalse("remote")
    guard isDone(arguments) else { return nil }
    let script =
      "if \(isNegated ? "! " : "")git rev-parse -q --verify \"refs/tags/$LANE_TAG\" >/dev/null; then \(echo) >&2; exit 1; fi"
    var entries = [YAMLEntry("LANE_TAG", .scalar(tag))]
    if case .mapping(let others)? = environment.first?.value { entries += others.filter { $0 != entries[0] } }
    guard Set(entries.map(\.key)).count == entries.count else { return nil }
    return step("run", .mapping([YAMLEntry("shell", .scalar(script)), YAMLEntry("environment", .mapping(entries))]))
  }

  /// The literal text of an argument; empty without it.
  private func literal(_ call: RubyCall, _ name: String) -> String? {
    call.arguments.isEmpty ? "" : call.arguments.first { $0.name == name }?.value.text
  }

  private mutating func capture(_ words: [String], id: String) -> String? {
    capture(YAMLEntry("command", .words(words)), id: id)
  }

  /// Adds a step before that of the statement, and returns the text with its output.
  mutating func capture(
    _ command: YAMLEntry, id: String, in folder: RelativePath? = nil, environment: [YAMLEntry] = []
  ) -> String? {
    guard values != nil, let id = freeID(assignedName ?? id), reserve(id) else { return nil }
    var entries = [command]
    if let folder { entries.append(YAMLEntry("working_directory", .scalar(folder.string))) }
    if !environment.isEmpty { entries.append(YAMLEntry("environment", .mapping(environment))) }
    let item = step("run", .mapping(entries + [YAMLEntry("capture", .flag(true))]), id: id)
    values?.append(item)
    return "${steps.\(id).output}"
  }

  private func freeID(_ id: String) -> String? {
    ([id] + (2...20).map { "\(id)_\($0)" }).first { !ids.contains($0) }
  }
}

extension String {
  /// Whether `date` and Ruby write the same for it: digits of the date and the time, and marks.
  fileprivate var isDateFormat: Bool { wholeMatch(of: /(?:%[YmdHMSyj]|[-_.:\/ ])+/) != nil }

  /// Whether it has the time, which is midnight for a day of Ruby.
  fileprivate var hasTime: Bool { ["%H", "%M", "%S"].contains(where: contains) }
}

extension YAMLItem {
  /// Whether it is a command that only reads.
  fileprivate var onlyReads: Bool {
    guard case .value(.mapping(let entries)) = self, case .mapping(let command)? = entries.first?.value else {
      return false
    }
    return command.contains { entry in
      switch (entry.key, entry.value) {
      case ("command", .words(let words)): ReadingScript.holds(words)
      case ("shell", .scalar(let script)): ReadingScript.holds(script)
      default: false
      }
    }
  }
}
