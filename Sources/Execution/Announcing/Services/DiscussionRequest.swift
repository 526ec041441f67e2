import HTTP

/// The GraphQL requests that open a discussion on GitHub, as values. The REST API has none.
enum DiscussionRequest {
  /// The repository's identifier, and its categories.
  case categories(owner: String, name: String)
  case create(repository: String, category: String, title: String, text: String)
  /// The newest discussions, to find one whose creation was not confirmed.
  case newest(owner: String, name: String)

  /// The most that GitHub lists in one answer.
  static let count = 100

  /// Whether it only reads. GraphQL sends such requests with POST, too.
  var isRead: Bool { if case .create = self { false } else { true } }

  /// - Parameter api: The address of the REST API: GraphQL is beside it.
  func request(api: String, token: String?) -> HTTPRequest {
    let server = api.hasSuffix("/v3") ? String(api.dropLast(2)) : api + "/"
    return HTTPRequest(
      "POST", server + "graphql", headers: [.json],
      credentials: token.map { HTTPCredentials("Authorization", "Bearer \($0)") }, body: .json(body))
  }

  private var body: Query {
    switch self {
    case .categories(let owner, let name):
      Query(
        query: "query($owner:String!,$name:String!){repository(owner:$owner,name:$name){id "
          + "discussionCategories(first:25){nodes{id name}}}}",
        variables: ["owner": owner, "name": name])
    case .newest(let owner, let name):
      Query(
        query: "query($owner:String!,$name:String!){repository(owner:$owner,name:$name){"
          + "discussions(first:\(Self.count),orderBy:{field:CREATED_AT,direction:DESC}){nodes{title body url createdAt}}}}",
        variables: ["owner": owner, "name": name])
    case .create(let repository, let category, let title, let text):
      Query(
        query: "mutation($repository:ID!,$category:ID!,$title:String!,$body:String!){createDiscussion(input:"
          + "{repositoryId:$repository,categoryId:$category,title:$title,body:$body}){discussion{url}}}",
        variables: ["repository": repository, "category": category, "title": title, "body": text])
    }
  }

  private struct Query: Encodable {
    let query: String
    let variables: [String: String]
  }
}

/// The common form of the answers: data, or errors with status 200.
struct DiscussionAnswer: Decodable {
  let data: Fields?
  let errors: [Problem]?

  struct Problem: Decodable {
    /// Such as `NOT_FOUND` or `FORBIDDEN`.
    let type: String?
    let message: String
  }

  struct Fields: Decodable {
    let repository: Repository?
    let createDiscussion: Created?
  }

  struct Repository: Decodable {
    let id: String?
    let discussionCategories: Nodes<Category>?
    let discussions: Nodes<Discussion>?
  }

  struct Nodes<Node: Decodable>: Decodable {
    let nodes: [Node]
  }

  struct Category: Decodable {
    let id: String
    let name: String
  }

  struct Created: Decodable {
    let discussion: Address?
  }

  struct Address: Decodable {
    let url: String
  }

  struct Discussion: Decodable {
    let title: String
    let body: String
    let url: String
    /// Such as `2026-11-23T10:15:00Z`.
    let createdAt: String
  }
}
