import Essentials
import HTTP
import Lanes
import TextEditing

extension Announcer {
  /// Opens a discussion. If the answer is lost, searches the newest discussions for the same title and text.
  func discussion(
    _ title: String, _ text: String, in place: DiscussionPlace, _ token: String?
  ) throws(Stop) -> AnnouncementResult {
    let found = try answer(to: .categories(owner: place.owner, name: place.name), place, token)
    guard let repository = found.repository, let id = repository.id else { throw Stop(.noRepository(place)) }
    let known = repository.discussionCategories?.nodes ?? []
    guard let category = known.first(where: { $0.name == place.category }) else {
      throw Stop(.noCategory(place, known: known.map(\.name)))
    }
    do throws(Stop) {
      let creation = DiscussionRequest.create(repository: id, category: category.id, title: title, text: text)
      let created = try answer(to: creation, place, token)
      guard let url = created.createDiscussion?.discussion?.url else { throw Stop(.maybeSent(.unreadableDiscussion)) }
      return .sent(address: url)
    } catch {
      guard case .maybeSent = error.result, case .found(let address?) = find(title, text, in: place, token) else {
        throw error
      }
      return .sent(address: address)
    }
  }

  /// Searches the newest discussions for the same title and text.
  func find(_ title: String, _ text: String, in place: DiscussionPlace, _ token: String?) -> AnnouncementLookup {
    do throws(Stop) {
      let newest = try answer(to: .newest(owner: place.owner, name: place.name), place, token)
      guard let discussions = newest.repository?.discussions?.nodes else { return .unknown(.unreadableDiscussion) }
      return discussions.first { $0.title == title && $0.body.hasSameLines(as: text) }.map { .found(address: $0.url) }
        ?? .missing
    } catch {
      return .unknown(error.failure)
    }
  }

  private func answer(
    to request: DiscussionRequest, _ place: DiscussionPlace, _ token: String?
  ) throws(Stop) -> DiscussionAnswer.Fields {
    let message = request.request(api: place.api, token: token)
    var outcome = http.send(message, observer: observer)
    if request.isRead, case .unknown = outcome { outcome = http.send(message, observer: observer) }
    switch outcome {
    case .answered(let response) where response.isSuccess:
      let answer = try? JSONDecoder().decode(DiscussionAnswer.self, from: Data(response.body))
      if let problem = answer?.errors?.first { throw Stop(.refusedDiscussion(problem.message)) }
      if let data = answer?.data { return data }
      throw Stop(request.isRead ? .refused(.unreadableDiscussion) : .maybeSent(.unreadableDiscussion))
    case .answered(let response):
      throw Stop(.channelRefused("GitHub", response, isCredentials: [401, 403].contains(response.status)))
    case .limited(let seconds, let response):
      throw Stop(.limited(seconds: seconds, .channelLimited("GitHub", seconds: seconds, response)))
    case .unknown(let error, let response):
      let failure = Failure.maybeSent("GitHub", error?.firstMessage ?? "status \(response?.status ?? 0)")
      throw Stop(request.isRead ? .refused(error?.failure ?? failure) : .maybeSent(failure))
    case .failed(let error): throw Stop(error.failure)
    }
  }
}

extension Failure {
  fileprivate static func noRepository(_ place: DiscussionPlace) -> Failure {
    Failure(
      "GitHub cannot find the repository `\(place.owner)/\(place.name)`",
      hint: "check its name, and whether the token can read it", code: .requestRefused)
  }

  fileprivate static func noCategory(_ place: DiscussionPlace, known: [String]) -> Failure {
    Failure(
      "`\(place.owner)/\(place.name)` has no discussion category `\(place.category)`",
      hint: known.isEmpty
        ? "turn discussions on, in the repository's settings"
        : "use one of \(known.map { "`\($0)`" }.joined(separator: ", "))", code: .requestRefused)
  }

  fileprivate static func refusedDiscussion(_ reason: String) -> Failure {
    Failure("GitHub refused the discussion", notes: [reason], code: .requestRefused)
  }

  fileprivate static var unreadableDiscussion: Failure {
    Failure("the answer of GitHub does not fit the query", code: .unreadableAnswer)
  }
}
