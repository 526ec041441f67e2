import Lanes
import MartletCore

/// Publishes the sites that DocC or another generator has made.
package struct PublishDocsStep: TreeStep {
  package static let keyword = PublishTreeStep.keyword
  package static let summary =
    "Pushes sites, of DocC or another generator, to the branch of a documentation host such as GitHub Pages, each to its own folder. Other folders, such as those of older versions, stay."
  package static let parameters =
    [
      Parameter<Self>.main(
        "docs", \.sites,
        "A mapping of folders on the branch to sites that an earlier step makes, such as `${version}: build/docs`. `.` is the top folder.",
        .required),
      Parameter<Self>(
        "base", \.base,
        "The path of the branch on its host, which the pages of DocC must have; left out, the name of the repository, as on GitHub Pages. Empty for a separate host."
      ),
    ] + targetParameters

  package var sites = NamedTexts()
  package var base: Template?
  var target = TreeTarget(branch: "gh-pages")

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let base = try self.base.map(draft.text(of:)) ?? defaultBase(in: draft)
    // GitHub Pages leaves out files that Jekyll leaves out.
    var request = TreeRequest()
    request.files[".nojekyll"] = .text("")
    for entry in sites.entries {
      let folder = try draft.path(draft.text(of: entry.text))
      let name = try draft.text(of: Template(entry.name))
      guard name == "." || RelativePath(name) != nil else { throw Failure.badBranchPath(name) }
      let path = RelativePath(name)?.string
      guard let files = try draft.treeSources(at: folder, as: path) else {
        return try publication(of: nil, in: draft)
      }
      try check(folder, isFor: [base, path ?? ""], in: draft)
      request.files.merge(files) { $1 }
      // The site at the top must not remove the folders of versions.
      if let path, let pattern = PathPattern("\(path)/**") { request.removed.append(pattern) }
    }
    return try publication(of: request, in: draft)
  }

  private func defaultBase(in draft: Draft) throws -> String {
    let name = try RemoteAddress(remoteBranch(in: draft).address)?.path.split(separator: "/").last.map(String.init)
    return name.map { $0.hasSuffix(".github.io") ? "" : $0 } ?? ""
  }

  private static let basePath = Pattern(/var baseUrl = "([^"]*)"/)

  /// Checks the path that DocC has written into the pages: with another one, they stay empty.
  private func check(_ folder: RelativePath, isFor parts: [String], in draft: Draft) throws {
    let page = try draft.path("\(folder)/index.html")
    guard let source = try draft.source(at: page) else { throw Failure.noSite(folder) }
    let text = source.string(at: 0..<source.bytes.count)
    guard let found = text.firstMatch(of: Self.basePath)?.output.1 else { return }
    let path = parts.flatMap { $0.split(separator: "/") }.joined(separator: "/")
    guard found == (path.isEmpty ? "/" : "/\(path)/") else {
      throw Failure.otherBase(folder, String(found), path: path)
    }
  }
}

extension Failure {
  static func badBranchPath(_ text: String) -> Failure {
    Failure("`\(text)` is not a path on the branch, expected one such as `Formula/tool.rb`, or `.` for its top folder")
      .permanent
  }

  fileprivate static func noSite(_ folder: RelativePath) -> Failure {
    Failure(
      "the site has no page `\(folder)/index.html`",
      hint: "name the folder of a site, or publish other files with `files`")
  }

  fileprivate static func otherBase(_ folder: RelativePath, _ found: String, path: String) -> Failure {
    Failure(
      "the pages in `\(folder)` are for the path `\(found)`, but they are published at `/\(path)`",
      hint: "make the site with `--hosting-base-path \(path.isEmpty ? "/" : path.shellWord)`, or set `base`")
  }
}
