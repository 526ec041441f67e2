import BuiltInTemplates
import MartletCore

/// The files that Martlet writes into projects.
package enum Templates {
  /// The values in a first Releasefile. All texts are YAML already.
  package struct FirstReleasefile {
    package struct Option {
      package let name: String
      package let value: String

      package init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }

    /// A manifest with another version than the project.
    package struct SkippedManifest {
      let keyword: String
      let path: String
      let value: String
    }

    package struct Manifest {
      package let keyword: String
      package let path: String
      package let options: [Option]
      /// Whether it is a line that the last two releases have raised.
      let isRaised: Bool

      package init(keyword: String, path: String, options: [Option], isRaised: Bool = false) {
        self.keyword = keyword
        self.path = path
        self.options = options
        self.isRaised = isRaised
      }
    }

    let project: String
    let tag: String
    let branch: String
    let manifests: [Manifest]
    let leftOut: [SkippedManifest]
    let extras: Extras

    /// A binary target with the version in its address.
    package struct Binary {
      let target: String
      /// The address of its archive; nil for a file of the release.
      let url: String?
      let folder: String
      /// The path of the archive; nil for the usual one.
      let output: String?
      /// The id of the step that makes it.
      let id: String
    }

    /// The optional parts.
    package struct Extras {
      let ensuresReleasable: Bool
      let bumpsBuild: Bool
      let bumpsBuildWithVersion: Bool
      let build: String
      let comparesInterface: Bool
      let isInTags: Bool
      let isFound: Bool
      let isFirst: Bool
      let isConventional: Bool
      let publishes: Bool
      let changelog: String?
      let binaries: [Binary]

      /// - Parameters:
      ///   - ensuresReleasable: Whether the package is checked before a release.
      ///   - bumpsBuild: Whether there is a build number, which gets a separate lane.
      ///   - bumpsBuildWithVersion: Whether releases raise the build number, too.
      ///   - build: How to choose the build number: a value of `build` of the step `bump`.
      ///   - comparesInterface: Whether the project is a Swift package with a public API.
      ///   - isInTags: Whether tags are the version source.
      ///   - isFound: Whether each bump finds the places of the version.
      ///   - isFirst: Whether there is no version yet.
      ///   - isConventional: Whether the commits follow Conventional Commits and determine the next version.
      ///   - changelog: The path of the changelog; nil for none.
      ///   - publishes: Whether the project is on a forge that has releases.
      ///   - binaries: The binary targets that a release has archives of.
      package init(
        ensuresReleasable: Bool, bumpsBuild: Bool, bumpsBuildWithVersion: Bool = false, build: String = "increment",
        comparesInterface: Bool,
        isInTags: Bool = false, isFound: Bool = false, isFirst: Bool = false, isConventional: Bool = false,
        changelog: String? = nil, publishes: Bool = false, binaries: [Binary] = []
      ) {
        self.binaries = binaries
        self.isInTags = isInTags
        self.isFound = isFound
        self.isFirst = isFirst
        self.publishes = publishes
        self.isConventional = isConventional
        self.changelog = changelog
        self.ensuresReleasable = ensuresReleasable
        self.bumpsBuild = bumpsBuild
        self.bumpsBuildWithVersion = bumpsBuildWithVersion
        self.build = build
        self.comparesInterface = comparesInterface
      }
    }

    /// - Parameters:
    ///   - tag: The format of the tags, such as `v${version}`. Like `branch` and the path of the changelog, it is in a flow
    ///     mapping.
    ///   - manifests: Empty when the version is only in tags, or each bump finds its places.
    ///   - leftOut: The manifests that are only in a comment.
    package init(
      project: String, tag: String, branch: String, extras: Extras, manifests: [Manifest],
      leftOut: [SkippedManifest] = []
    ) {
      self.project = project
      self.tag = tag
      self.branch = branch
      self.manifests = manifests
      self.leftOut = leftOut
      self.extras = extras
    }
  }

  /// Returns the text of a first Releasefile.
  ///
  /// - Throws: `MustacheError` when the built-in template is malformed.
  package static func releasefile(_ content: FirstReleasefile) throws -> String {
    try Mustache(BuiltInTemplate.releasefile.text).text(
      with: [
        "project": .text(content.project), "tag": .text(content.tag), "branch": .text(content.branch),
        "manifests": .list(content.manifests.map(\.templateValue)), "hasManifests": .flag(!content.manifests.isEmpty),
        "inTags": .flag(content.extras.isInTags), "isFound": .flag(content.extras.isFound),
        "ensuresReleasable": .flag(content.extras.ensuresReleasable), "bumpsBuild": .flag(content.extras.bumpsBuild),
        "bumpsBuildWithVersion": .flag(content.extras.bumpsBuildWithVersion), "build": .text(content.extras.build),
        "comparesInterface": .flag(content.extras.comparesInterface), "isFirst": .flag(content.extras.isFirst),
        "isConventional": .flag(content.extras.isConventional),
        "publishes": .flag(content.extras.publishes),
        "binaries": .list(content.extras.binaries.map(\.templateValue)),
        "isOnlyTags": .flag(content.leftOut.isEmpty && content.extras.binaries.isEmpty),
        "hasChangelog": .flag(content.extras.changelog != nil), "changelog": .text(content.extras.changelog ?? ""),
        "hasOtherChangelog": .flag(content.extras.changelog != nil && content.extras.changelog != "CHANGELOG.md"),
        "leftOut": .list(content.leftOut.map(\.templateValue)), "hasLeftOut": .flag(!content.leftOut.isEmpty),
      ], .html)
  }
}

extension Templates.FirstReleasefile.Option {
  fileprivate var templateValue: TemplateValue { ["name": .text(name), "value": .text(value)] }
}

extension Templates.FirstReleasefile.Binary {
  fileprivate var templateValue: TemplateValue {
    [
      "target": .text(target), "folder": .text(folder), "output": .optional(output ?? ""), "id": .text(id),
      "url": .optional(url ?? ""),
    ]
  }
}

extension Templates.FirstReleasefile.SkippedManifest {
  fileprivate var templateValue: TemplateValue {
    ["keyword": .text(keyword), "path": .text(path), "value": .text(value)]
  }
}

extension Templates.FirstReleasefile.Manifest {
  fileprivate var templateValue: TemplateValue {
    [
      "keyword": .text(keyword), "path": .text(path), "options": .list(options.map(\.templateValue)),
      "isRaised": .flag(isRaised),
    ]
  }
}
