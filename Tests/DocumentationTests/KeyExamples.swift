import Lanes
import MartletCore
import TestSupport
import Testing

/// The uses of keys in `Releasefile.example`, each on one line.
struct KeyExamples {
  private let root: Node

  init() throws {
    let text = try #require(ProjectFolder.read("Releasefile.example"))
    root = try Node(yaml: SourceText(path: "Releasefile", text: text))
  }

  /// Returns the first use of the key at `path`, in which `NAME` is any key and `…` any element of a list.
  func example(at path: [String]) -> String? {
    guard let key = path.last else { return nil }
    let owners = path.dropLast().reduce([root]) { nodes, name in nodes.flatMap { Self.children(of: $0, named: name) } }
    let entries = owners.flatMap { $0.entries ?? [] }.filter { $0.key == key }
    return entries.first.map { "\(key): \(Self.flow($0.value, isNested: false))" }
  }

  private static func children(of node: Node, named name: String) -> [Node] {
    switch name {
    case "NAME": (node.entries ?? []).map(\.value)
    case "…": node.elements ?? []
    default: (node.entries ?? []).filter { $0.key == name }.map(\.value)
    }
  }

  /// Returns `node` in one line, without the later parts of long collections.
  private static func flow(_ node: Node, isNested: Bool) -> String {
    switch node.content {
    case .nothing: ""
    case .scalar(let text): quoted(text, isNested: isNested)
    case .sequence(let nodes): "[\(list(nodes.map { flow($0, isNested: true) }))]"
    case .mapping(let entries):
      "{\(list(entries.map { "\(quoted($0.key, isNested: true)): \(flow($0.value, isNested: true))" }))}"
    }
  }

  private static func list(_ parts: [String]) -> String {
    var shown: [String] = []
    while shown.count < parts.count, shown.isEmpty || (shown + [parts[shown.count]]).joined().count <= 40 {
      shown.append(parts[shown.count])
    }
    return (shown + (shown.count < parts.count ? ["…"] : [])).joined(separator: ", ")
  }

  private static func quoted(_ text: String, isNested: Bool) -> String {
    let special = isNested ? "{}[],\"" : "\""
    let first = text.first.map { "{[*&!|>%@`#-?\"'".contains($0) } ?? true
    return first || text.contains(": ") || text.contains(where: special.contains) ? "'\(text)'" : text
  }
}
