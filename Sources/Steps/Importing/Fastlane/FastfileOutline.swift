import MartletCore

/// The lanes, methods and constants of a Fastfile and of the files that it imports.
struct FastfileOutline {
  struct Lane {
    /// The name in the Releasefile; `bump_${part}` for the lanes of a loop.
    var name: String
    /// The name in the Fastfile.
    let ownName: String
    let isPrivate: Bool
    let summary: String?
    let platform: String?
    let loop: Loop?
    let file: Int
    /// Where it begins.
    let line: Int
    let block: RubyCall.Block
  }

  /// `%w[major minor patch].each do |part|`
  struct Loop {
    let variable: String
    let values: [String]
  }

  private(set) var files: [RubyCode] = []
  private(set) var lanes: [Lane] = []
  private(set) var platforms: [String] = []
  /// The names that are assigned outside of lanes, with their values.
  private var values: [String: (file: Int, value: RubyCode.Part)] = [:]
  /// How often the files assign or change each name.
  private var changes: [String: Int] = [:]
  /// The bodies of the methods.
  private(set) var methods: [String: (file: Int, body: RubyCode.Part)] = [:]
  /// The first statement outside of lanes that may change what lanes do, such as `ENV["X"] = "1"`, or a hook.
  private(set) var otherStatement: Place?

  init(_ source: SourceText, read: (RelativePath) -> SourceText? = { _ in nil }) {
    add(source, read)
    nameLanes()
  }

  /// The value of a name that is assigned outside of lanes, and nowhere else.
  func constant(_ name: String) -> (file: Int, value: RubyCode.Part)? { changes[name] == 1 ? values[name] : nil }

  /// Whether a called lane may change the variable `name` of the calling one.
  func isShared(_ name: String) -> Bool { changes[name] != 1 || "@$".contains(name.prefix(1)) }

  /// The lane that `name` calls in a lane of `platform` (`runner.rb`: `try_switch_to_lane`).
  func lane(_ name: String, platform: String?) -> Lane? {
    let named = lanes.filter { $0.ownName == name || $0.loop?.names(of: $0.ownName).contains(name) == true }
    return named.first { $0.platform == platform } ?? named.first { $0.platform == nil }
  }

  private mutating func add(_ source: SourceText, _ read: (RelativePath) -> SourceText?) {
    files.append(RubyCode(source))
    let code = files[files.count - 1]
    let kinds = code.tokens.map(\.kind)
    for case (.word(let name), .mark(let mark)) in zip(kinds, kinds.dropFirst()) where Self.assignments.contains(mark) {
      changes[name, default: 0] += 1
    }
    add(code.all, of: files.count - 1, platform: nil, loop: nil, read)
  }

  private mutating func add(
    _ part: RubyCode.Part, of file: Int, platform: String?, loop: Loop?, _ read: (RelativePath) -> SourceText?
  ) {
    let code = files[file]
    var summaries: [String] = []
    for statement in code.statements(in: part) {
      if let (name, value) = code.assignment(statement), loop == nil {
        values[name] = (file, value)
      } else if code.word(at: statement.lowerBound, in: statement) == "def" {
        methods[code.word(at: statement.lowerBound + 1, in: statement) ?? ""] = (file, statement)
      } else if let found = code.loop(statement), loop == nil {
        add(found.body, of: file, platform: platform, loop: found.loop, read)
      } else if let call = code.call(statement), call.name == "desc" {
        summaries += call.arguments.first.flatMap { code.name($0.value, loop) }.map { [$0] } ?? []
        continue
      } else if code.call(statement).flatMap({ add($0, at: statement, of: file, summaries, platform, loop, read) })
        == nil
      {
        otherStatement = otherStatement ?? code.source.place(at: code.tokens[statement.lowerBound].span.lowerBound)
      }
      summaries = []
    }
  }

  /// - Returns: nil for a call that is not part of an outline.
  private mutating func add(
    _ call: RubyCall, at part: RubyCode.Part, of file: Int, _ summaries: [String], _ platform: String?, _ loop: Loop?,
    _ read: (RelativePath) -> SourceText?
  ) -> Void? {
    let name = call.arguments.first.flatMap { files[file].name($0.value, loop) }
    switch (call.name, call.block) {
    case ("lane", let block?), ("private_lane", let block?):
      guard let name, (loop?.names(of: name) ?? [name]).allSatisfy(\.isLaneName),
        loop.map({ name.contains("${\($0.variable)}") }) != false
      else { return nil }
      lanes.append(
        Lane(
          name: name, ownName: name, isPrivate: call.name == "private_lane",
          summary: summaries.isEmpty ? nil : summaries.joined(separator: " "), platform: platform, loop: loop,
          file: file, line: files[file].line(of: part), block: block))
    case ("before_all", let hook?), ("before_each", let hook?), ("after_each", let hook?), ("after_all", let hook?),
      ("error", let hook?):
      // They prepare fastlane itself, which builds nothing for a step.
      let calls = files[file].statements(in: hook.body).map { files[file].call($0)?.name ?? "" }
      guard Set(calls).isSubset(of: ["setup_ci", "setup_circle_ci", "app_store_connect_api_key"]) else { return nil }
    case ("platform", let block?):
      guard let name, platform == nil, loop == nil else { return nil }
      if !platforms.contains(name) { platforms.append(name) }
      add(block.body, of: file, platform: name, loop: nil, read)
    case ("import", nil):
      // The path is relative to the file with the `import`.
      guard let path = name.flatMap({ files[file].source.path.sibling($0) }), files.count < 30,
        !files.contains(where: { $0.source.path == path }), let source = read(path)
      else { return nil }
      add(source, read)
    // They change fastlane itself, and nothing that a lane does.
    case ("default_platform", nil), ("fastlane_version", nil), ("min_fastlane_version", nil), ("opt_out_usage", nil),
      ("skip_docs", nil), ("update_fastlane", nil), ("ensure_bundle_exec", nil), ("fastlane_require", nil),
      ("require", nil), ("require_relative", nil):
      break
    default: return nil
    }
    return ()
  }

  private static let assignments: Set = ["=", "||=", "&&=", "+=", "-=", "<<"]

  /// With one platform, lanes keep their names; with several, its name becomes a prefix.
  private mutating func nameLanes() {
    let general = Set(lanes.filter { $0.platform == nil }.map(\.name))
    for index in lanes.indices {
      guard let platform = lanes[index].platform, platforms.count > 1 || general.contains(lanes[index].name) else {
        continue
      }
      lanes[index].name = "\(platform)_\(lanes[index].name)"
    }
  }
}

extension FastfileOutline.Loop {
  /// The names of the lanes that one lane of the loop makes.
  func names(of name: String) -> [String] { values.map { name.replacing("${\(variable)}", with: $0) } }
}

extension RubyCode {
  /// `%w[major minor patch].each do |part| … end`.
  fileprivate func loop(_ part: Part) -> (loop: FastfileOutline.Loop, body: Part)? {
    guard case .words(let values) = tokens[part.lowerBound].kind, isMark(".", at: part.lowerBound + 1, in: part),
      !values.isEmpty, let call = call(part.lowerBound + 2..<part.upperBound), call.name == "each",
      let block = call.block, let variable = block.parameters.first
    else { return nil }
    return (FastfileOutline.Loop(variable: variable, values: values), block.body)
  }

  /// The text of a symbol or a string, such as `"bump_#{part}".to_sym`, in which the variable of a loop becomes `${part}`.
  fileprivate func name(_ part: Part, _ loop: FastfileOutline.Loop?) -> String? {
    guard let token = tokens[part].first else { return nil }
    guard part.count == 1 || part.count == 3 && word(at: part.lowerBound + 2, in: part) == "to_sym" else { return nil }
    switch token.kind {
    case .symbol(let name): return name
    case .word(let name) where name == loop?.variable: return "${\(name)}"
    case .string(let pieces):
      return pieces.reduce("") { text, piece in
        switch piece {
        case .text(let more): text.map { $0 + more }
        case .code(let span):
          loop?.variable == source.string(at: span) ? text.map { $0 + "${\(source.string(at: span))}" } : nil
        }
      }
    default: return nil
    }
  }
}

extension String {
  /// Whether a Releasefile can have a lane with this name.
  fileprivate var isLaneName: Bool {
    !isEmpty && utf8.count <= 100 && !hasPrefix("-") && utf8.allSatisfy { $0.isIdentifier || $0 == UInt8(ascii: "-") }
  }
}
