import Lanes
import MartletCore

/// Announces a release on the channels of the Releasefile.
package struct AnnounceStep: Step {
  package static let keyword = "announce"
  package static let foreignNames = ["slack", "announcers"]
  package static let summary = "Posts an announcement of the release on each channel."
  package static let parameters = [
    Parameter<Self>.main("channels", \.channels, "The names of channels under `channels`; left out, all of them."),
    Parameter<Self>(
      "tag", \.tag,
      "The tag that is announced; left out, the one of this run, or the tag of the newest release before HEAD."),
    Parameter<Self>("title", \.title, "The title; left out, project and version."),
    Parameter<Self>(
      "notes", \.notes,
      "The notes in Markdown; left out, the section of the version in the changelog, otherwise a list of the changes."),
    Parameter<Self>("notice", \.notice, "A paragraph after the notes."),
    Parameter<Self>("link", \.link, "The address of the release; left out, its page on the forge."),
  ]
  package static let outputs = [StepOutput("addresses", "The address of each post that has one, one a line.")]

  package static let predecessors = ["tag", "push", "publish_release"]

  /// Nil: all channels.
  package var channels: [Template]?
  package var tag: Template?
  package var title: Template?
  package var notes: Template?
  package var notice: Template?
  package var link: Template?
  /// With `always`, channels on which a run has announced the tag get it again.
  package var repetition = AnnouncementRepetition.never

  package init() {}

  package var reachesServices: Bool { true }

  package func mistakes(in releasefile: Releasefile) -> [StepProblem] {
    do {
      _ = try Self.channels(channels?.compactMap(\.literal), of: releasefile)
      return []
    } catch {
      return [StepProblem(error)]
    }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let channels = try Self.channels(channels?.map(draft.text(of:)), of: draft.releasefile)
    let release = try AnnouncedRelease(self, in: draft)
    var decision = Decision()
    // A tag that this run creates is new, even if another one had its name.
    let isKnown = repetition != .always && !draft.createdTags.contains { $0.name == release.tag }
    let announced = isKnown ? try draft.workspace.announcedChannels(ofTag: release.tag) : [:]
    for channel in channels {
      if let run = announced[channel.name] {
        decision.remarks.append(
          "left out `\(channel.name)`: run \(run) has announced `\(release.tag)` there; "
            + "`martlet announce --again` posts it again")
        continue
      }
      var announcement = try channel.announcement(of: release, in: draft)
      announcement.isAwaited = draft.stepID != nil
      announcement.tag = release.tag
      announcement.repetition = repetition
      announcement.publicTag = release.publicTag
      decision.effects.append(.postMessage(announcement))
      let secrets = announcement.secretVariables.lazy.compactMap(draft.workspace.maskedValue(of:))
      if let secret = secrets.first { decision.secrets["the secret of channel \(channel.name)"] = secret }
    }
    return decision
  }

  /// Returns the channels with these names, without repetitions.
  ///
  /// - Parameter names: Nil: all channels.
  private static func channels(_ names: [String]?, of releasefile: Releasefile) throws(Failure) -> [ChannelDeclaration]
  {
    let declared = releasefile.channels
    guard !declared.isEmpty else { throw Failure.noChannels }
    guard let names else { return declared }
    var selected: [ChannelDeclaration] = []
    for name in names {
      guard let channel = declared.first(where: { $0.name == name }) else {
        throw Failure.unknownChannel(name, known: declared.map(\.name))
      }
      if !selected.contains(channel) { selected.append(channel) }
    }
    return selected
  }
}

extension Failure {
  fileprivate static let noChannels = Failure(
    "the Releasefile declares no channels, expected at least one to announce the release on",
    hint: "add one, such as `channels: {blog: {kind: micropub, endpoint: https://…, token_env: BLOG_TOKEN}}`")

  fileprivate static func unknownChannel(_ name: String, known: [String]) -> Failure {
    Failure("unknown channel `\(name)`, expected one of \(known.quotedList)", hint: known.suggestion(for: name))
  }
}
