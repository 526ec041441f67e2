import MartletCore

/// The environment of a process. An empty variable or one with the value `false` counts as unset.
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

  /// Whether the variable is `false`.
  func isDenied(_ name: String) -> Bool { all[name]?.lowercased() == "false" }

  /// Returns the branch in the variable, with or without `refs/heads/`; nil for an invalid name.
  func branch(_ name: String) -> String? { self[name].flatMap { Self.name(of: $0, in: "refs/heads/") } }

  /// Returns the tag in the variable, with or without `refs/tags/`; nil for an invalid name.
  func tag(_ name: String) -> String? { self[name].flatMap { Self.name(of: $0, in: "refs/tags/") } }

  /// Returns the commit in the variable; nil for anything but a full id, such as `HEAD`.
  func commit(_ name: String) -> ObjectID? { self[name].flatMap { ObjectID($0) } }

  /// Returns the normalized address of a repository.
  func repository(_ name: String) -> RepositoryAddress? { self[name].flatMap { RepositoryAddress($0) } }

  private static func name(of text: String, in folder: String) -> String? {
    let name = text.hasPrefix(folder) ? String(text.dropFirst(folder.count)) : text
    return RefName.isValid(folder + name) ? name : nil
  }
}
