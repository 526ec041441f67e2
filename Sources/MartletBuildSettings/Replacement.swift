/// An operator with an argument, mostly for a part of a path: `$(NAME:suffix=.zip)`.
enum Replacement: String, CaseIterable {
  case dir, file, base, suffix
  case `default`
  case relativeTo = "relativeto"
  case isAncestor = "isancestor"

  /// Returns `value` with the operator applied to each element. An undefined value stays undefined, except for
  /// `default`.
  func applied(to value: Expansion, with argument: Expansion) -> Expansion {
    guard self == .default else {
      var result = value.mapped { applied(to: $0, with: argument.string) }
      result.unknown += argument.unknown
      return result
    }
    let elements = value.elements
    if elements.allSatisfy(\.isEmpty), elements.count <= 1 { return argument.joined() }
    guard elements.contains(where: \.isEmpty) else { return value }
    return value.mapped { $0.isEmpty ? argument.string : $0 }
  }

  private func applied(to path: String, with argument: String) -> String {
    switch self {
    case .dir: argument.appendingPath(path.fileName)
    case .file: path.directory.appendingPath(argument)
    case .base: path.directory.appendingPath(argument) + "." + path.fileExtension
    case .suffix: path.withoutSuffix + "." + (argument.contains(".") ? argument.fileExtension : argument)
    case .default: path.isEmpty ? argument : path
    case .relativeTo: argument.path(from: path) ?? path
    case .isAncestor: path.isBelow(argument) ? "YES" : "NO"
    }
  }
}
