import Lanes
import MartletCore

/// Pushes files to a branch of another repository.
package struct PublishTreeStep: TreeStep {
  package static let keyword = "publish_files"
  package static let summary =
    "Pushes files in one commit to a branch of another repository, or to another branch of this one. Files that the branch has already are not pushed again."
  package static let parameters =
    [
      Parameter<Self>.main(
        "files", \.files,
        "A mapping of paths on the branch to files or folders of this repository, such as `tool.rb: build/tool.rb`. `.` is the top folder of the branch.",
        .required),
      Parameter<Self>(
        "remove", \.removed,
        "Patterns of paths on the branch, such as `latest/**`. Their files are removed, unless `files` has them."),
    ] + targetParameters

  package var files = NamedTexts()
  package var removed: [Template] = []
  var target = TreeTarget()

  package init() {}

  package func mistakes(id: String?) -> [StepProblem] {
    files.entries.filter { $0.name != "." && RelativePath($0.name) == nil }
      .map { StepProblem(.badBranchPath($0.name), at: $0.nameSpan) }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    var request = TreeRequest()
    request.removed = try removed.map { template in
      let text = try draft.text(of: template)
      guard let pattern = PathPattern(text) else { throw Failure.badBranchPath(text) }
      return pattern
    }
    for entry in files.entries {
      let path = try draft.path(draft.text(of: entry.text))
      let name = try draft.text(of: Template(entry.name))
      guard name == "." || RelativePath(name) != nil else { throw Failure.badBranchPath(name) }
      guard let sources = try draft.treeSources(at: path, as: name == "." ? nil : RelativePath(name)?.string) else {
        return try publication(of: nil, in: draft)
      }
      request.files.merge(sources) { $1 }
    }
    return try publication(of: request, in: draft)
  }
}
