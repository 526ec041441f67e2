import Versioning

/// The variables of a process as CI systems mean them: one that is empty or `false` is as good as none.
struct PipelineVariables {
  private let all: [String: String]

  /// The bytes of the file at `Pipeline.eventPath`; nil when there is none.
  let event: [UInt8]?

  init(_ environment: [String: String], event: [UInt8]? = nil) {
    all = environment
    self.event = event
  }

  subscript(name: String) -> String? {
    guard let value = all[name], !value.isEmpty, value.lowercased() != "false" else { return nil }
    return value
  }

  /// Whether the variable itself says no.
  func isDenied(_ name: String) -> Bool { all[name]?.lowercased() == "false" }

  /// The branch that the variable names, with `refs/heads/` before it or not; nil for what git takes for no branch.
  func branch(_ name: String) -> String? { self[name].flatMap { Self.name(of: $0, in: "refs/heads/") } }

  /// The tag that the variable names, with `refs/tags/` before it or not; nil for what git takes for no tag.
  func tag(_ name: String) -> String? { self[name].flatMap { Self.name(of: $0, in: "refs/tags/") } }

  /// The commit that the variable names; nil for anything but the whole id, such as `HEAD`.
  func commit(_ name: String) -> ObjectID? { self[name].flatMap { ObjectID($0) } }

  /// The address of a repository, however it is spelled.
  func repository(_ name: String) -> RepositoryAddress? { self[name].flatMap { RepositoryAddress($0) } }

  private static func name(of text: String, in folder: String) -> String? {
    let name = text.hasPrefix(folder) ? String(text.dropFirst(folder.count)) : text
    return RefName.isValid(folder + name) ? name : nil
  }
}
