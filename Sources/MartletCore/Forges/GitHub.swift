extension Forge {
  /// GitHub and GitHub Enterprise.
  package static let github = Forge(
    id: "github", name: "GitHub", interface: .gitHub, host: "github.com",
    // "Using SSH over the HTTPS port" (GitHub Docs).
    otherHosts: ["ssh.github.com", "www.github.com"], hostWords: ["github"],
    tokenVariables: [
      TokenVariable("GITHUB_TOKEN"), TokenVariable("GH_TOKEN"), TokenVariable("GH_ENTERPRISE_TOKEN", of: .otherServer),
    ],
    permission: "write contents (`contents: write`)", pullRequests: "pull/",
    releasePath: { "releases/tag/\($0)" }, assetPath: { "releases/download/\($0)/\($1)" },
    // github.com, and GitHub Enterprise Cloud with data residency, have a separate host for the API; Enterprise Server does
    // not.
    api: { server in
      server == "https://github.com" || server.hasSuffix(".ghe.com")
        ? server.replacing("://", with: "://api.") : server + "/api/v3"
    },
    hasDrafts: true, assetSizeLimit: 1 << 31, notesLengthLimit: 125_000,
    // "GitHub renames asset filenames that have special characters, non-alphanumeric characters, and leading or trailing
    // periods" ("Upload a release asset"). It keeps `+`, as in the assets of astral-sh/python-build-standalone.
    assetNames: AssetNameRule(marks: "._-+", notFirst: ".", notLast: "."), marksPrereleases: true, marksLatest: true,
    proposal: [
      pushOfProposal,
      #"gh pr create --base "$BRANCH" --head "propose-$VERSION" --title "Version $VERSION" --body """#,
    ])
}
