import Lanes
import MartletChangelogs
import MartletCore

extension RunReport {
  /// The changelog sections, written by this run, of the tagged versions or of the project's new version.
  var notes: [ReleasedNotes] {
    notesPlaces.compactMap { place in
      let writes = planned.compactMap { entry -> FileWrite? in
        if case .writeFile(let write) = entry.effect, write.path == place.path { write } else { nil }
      }
      guard let write = writes.last, let version = version(of: place),
        let source = try? SourceText(path: write.path, fileBytes: write.contents)
      else { return nil }
      let document = ChangelogDocument(source, heading: place.heading)
      guard let section = document.section(of: version) else { return nil }
      return ReleasedNotes(package: place.package, version: version, text: document.text(of: section))
    }
  }

  private func version(of place: NotesPlace) -> Version? {
    let tagged = planned.lazy.compactMap { entry -> Version? in
      if case .createTag(let tag) = entry.effect { place.tagFormat.version(of: tag.name) } else { nil }
    }
    return tagged.first ?? (place.package == nil ? version?.current : nil)
  }
}
