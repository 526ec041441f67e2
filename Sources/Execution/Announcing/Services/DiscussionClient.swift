import Lanes
import MartletCore
import SystemAPI

struct DiscussionClient: ChannelClient {
  let announcer: Announcer
  let place: DiscussionPlace

  /// A discussion requires its category.
  var certainRefusals: Set<FailureCode> { [.credentials, .requestRefused] }

  func post(_ announcement: Announcement, _ token: String?, key: String) throws(Stop) -> String? {
    let (repository, category) = try category(for: announcement, token)
    let creation = DiscussionRequest.create(
      repository: repository, category: category, title: announcement.title, text: announcement.text)
    let created = try fields(of: creation, for: announcement, token)
    guard let url = created.createDiscussion?.discussion?.url else { throw Stop(.maybeSent(.unreadableDiscussion)) }
    return url
  }

  /// The identifiers of the repository and of the category, for a new discussion.
  ///
  /// - Throws: `Failure.noRepository`, `.noCategory`.
  private func category(
    for announcement: Announcement, _ token: String?
  ) throws(Stop) -> (repository: String, category: String) {
    let found = try fields(of: .categories(owner: place.owner, name: place.name), for: announcement, token)
    guard let repository = found.repository, let id = repository.id else { throw Stop(.noRepository(place)) }
    let known = repository.discussionCategories?.nodes ?? []
    guard let category = known.first(where: { $0.name == place.category }) else {
      throw Stop(.noCategory(place, known: known.map(\.name)))
    }
    return (id, category.id)
  }

  /// Searches the newest discussions for the same title and text.
  ///
  /// - Parameter time: The time of the first attempt. If all of them may be newer, it is unknown whether it is missing.
  func find(_ announcement: Announcement, _ token: String?, since time: Int64) -> AnnouncementLookup {
    do throws(Stop) {
      let newest = try fields(of: .newest(owner: place.owner, name: place.name), for: announcement, token)
      guard let discussions = newest.repository?.discussions?.nodes else { return .unknown(.unreadableDiscussion) }
      let twin = discussions.first { $0.title == announcement.title && $0.body.hasSameLines(as: announcement.text) }
      if let twin { return .found(address: twin.url) }
      let day = CalendarDay(daysSince1970: Int(time) / 86_400).description
      guard let last = discussions.last, discussions.count >= DiscussionRequest.count, last.createdAt >= day else {
        return .missing
      }
      return .unknown(.manyDiscussions(place))
    } catch {
      return .unknown(error.failure)
    }
  }

  func check(_ token: String?, for announcement: Announcement) throws(Stop) {
    _ = try category(for: announcement, token)
  }

  /// The data of GitHub's answer.
  private func fields(
    of request: DiscussionRequest, for announcement: Announcement, _ token: String?
  ) throws(Stop) -> DiscussionAnswer.Fields {
    let response = try announcer.answer(
      to: request.request(api: place.api, token: token), for: announcement, isPost: !request.isRead,
      isRepeatable: request.isRead)
    let answer = try? JSONDecoder().decode(DiscussionAnswer.self, from: Data(response.body))
    if let problem = answer?.errors?.first {
      if problem.type == "NOT_FOUND" { throw Stop(.noRepository(place)) }
      throw Stop(.refused(announcement, ChannelRefusal(problem), answer: problem.message))
    }
    if let data = answer?.data { return data }
    throw Stop(request.isRead ? .refused(.unreadableDiscussion) : .maybeSent(.unreadableDiscussion))
  }
}

extension Failure {
  fileprivate static func noRepository(_ place: DiscussionPlace) -> Failure {
    Failure(
      "GitHub cannot find the repository `\(place.owner)/\(place.name)`",
      hint: "check its name with `git remote -v`, and whether the token can read it", code: .requestRefused)
  }

  fileprivate static func noCategory(_ place: DiscussionPlace, known: [String]) -> Failure {
    Failure(
      "`\(place.owner)/\(place.name)` has no discussion category `\(place.category)`",
      hint: known.isEmpty
        ? "turn discussions on, in the repository's settings"
        : "use one of \(known.map { "`\($0)`" }.joined(separator: ", "))", code: .requestRefused)
  }

  fileprivate static func manyDiscussions(_ place: DiscussionPlace) -> Failure {
    Failure("the \(DiscussionRequest.count) newest discussions of `\(place.owner)/\(place.name)` are all newer")
  }

  fileprivate static var unreadableDiscussion: Failure {
    Failure("the answer of GitHub does not fit the query", code: .unreadableAnswer)
  }
}
