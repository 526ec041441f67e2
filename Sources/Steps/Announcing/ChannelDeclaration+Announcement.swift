import Lanes
import MartletChangelogs
import MartletCore

extension ChannelDeclaration {
  /// The announcement of `release` on the channel.
  ///
  /// - Throws: `Failure.badTemplate`, `.missingPicture`.
  func announcement(of release: AnnouncedRelease, in draft: Draft) throws -> Announcement {
    let channel = kind.destination(self)
    return Announcement(
      name: name, on: channel, secretVariables: [secretVariable].compactMap(\.self), title: release.title,
      text: try text(of: release, on: channel, in: draft), categories: categories,
      pictures: try pictures.map { try $0.announcementPicture(in: draft) })
  }

  /// The exact text that is posted.
  private func text(
    of release: AnnouncedRelease, on channel: AnnouncementChannel, in draft: Draft
  ) throws -> String {
    let limit = limit ?? kind.limit
    let facts = release.facts(isPlain: !kind.hasTitles)
    let form = kind.hasTitles ? Templates.AnnouncementForm.long : .short
    guard let template else {
      return AnnouncementText(try Templates.text(of: facts, in: form), link: release.link, categories)
        .fitted(to: limit, on: kind)
    }
    let source = try draft.requiredSource(at: template)
    let pattern = source.string(at: source.startOffset..<source.bytes.count)
    let json: String
    do throws(NotesTemplateError) {
      guard case .webhook(.json) = channel else {
        return AnnouncementText(try Templates.text(of: facts, by: pattern), link: release.link, categories)
          .fitted(to: limit, on: kind)
      }
      var values = facts
      values.text = AnnouncementText(try Templates.text(of: facts, in: .short), link: release.link, [])
        .fitted(to: limit, on: kind)
      json = try Templates.text(of: values.mapped(by: \.jsonEscaped), by: pattern)
    } catch {
      throw Failure.badTemplate(template, problem: "\(error)")
    }
    do throws(DocumentError) {
      _ = try DocumentValue(json: SourceText(path: template, text: json), isStrict: true)
      return json
    } catch {
      throw Failure.noJSON(template, error)
    }
  }
}

extension ChannelDeclaration.Picture {
  fileprivate func announcementPicture(in draft: Draft) throws -> AnnouncementPicture {
    let path = file?.string ?? ""
    guard let contents = try draft.workspace.artifact(at: path) else { throw Failure.missingPicture(path) }
    return AnnouncementPicture(path: path, contents: contents, description: description)
  }
}

extension AnnouncedRelease {
  /// The facts for templates.
  ///
  /// - Parameter isPlain: Whether the channel shows no Markdown.
  func facts(isPlain: Bool) -> Templates.Announcement {
    var facts = Templates.Announcement()
    (facts.project, facts.version, facts.tag) = (project, version, tag)
    (facts.title, facts.date, facts.link) = (title, date, link)
    let shown = { (text: String) in isPlain ? text.withoutMarkdown : text }
    (facts.intro, facts.notice) = (shown(outline.intro), shown(notice))
    facts.sections = outline.sections.map { section in
      .init(
        title: shown(section.title),
        entries: section.entries.map { entry in
          let text = shown(entry.text)
          return .init(heading: shown(entry.heading), text: entry.heading.isEmpty ? text.indentedAfterFirstLine : text)
        })
    }
    return facts
  }
}

extension Failure {
  /// - Parameter error: Its place is in the text that the template gives.
  fileprivate static func noJSON(_ template: RelativePath, _ error: DocumentError) -> Failure {
    var failure = error.failure
    failure.diagnostics[0].message = "the template `\(template)` gives no valid JSON: \(error.firstMessage)"
    failure.diagnostics[0].hint =
      "correct the template: every value is in double quotes, and no comma comes before a bracket"
    return failure
  }

  fileprivate static func missingPicture(_ path: String) -> Failure {
    Failure("no picture `\(path)` to upload", hint: "correct `pictures` of the channel in the Releasefile")
  }
}
