import HTTP
import MartletCore
import SystemAPI

/// A request to App Store Connect, as a value. Source of all paths and names: Apple's OpenAPI file 4.4.1.
struct AppStoreRequest: Sendable, Hashable {
  let method: String
  let path: String
  var query: KeyValues = []
  var body: StoreValue?

  typealias KeyValues = [KeyValue]

  struct KeyValue: Sendable, Hashable {
    let name: String
    let value: String
  }

  static func get(_ path: String, _ query: KeyValuePairs<String, String> = [:]) -> AppStoreRequest {
    AppStoreRequest(method: "GET", path: path, query: query.map { KeyValue(name: $0.key, value: $0.value) })
  }

  static func post(
    _ type: String, _ attributes: [String: StoreValue] = [:], related: [String: (type: String, id: String)] = [:]
  ) -> AppStoreRequest {
    var data: [String: StoreValue] = ["type": .text(type)]
    if !attributes.isEmpty { data["attributes"] = .table(attributes) }
    if !related.isEmpty {
      data["relationships"] = .table(related.mapValues { .table(["data": reference($0.type, $0.id)]) })
    }
    return AppStoreRequest(method: "POST", path: "/v1/\(type)", body: .table(["data": .table(data)]))
  }

  static func patch(_ type: String, _ id: String, _ attributes: [String: StoreValue]) -> AppStoreRequest {
    let data: [String: StoreValue] = ["type": .text(type), "id": .text(id), "attributes": .table(attributes)]
    return AppStoreRequest(method: "PATCH", path: "/v1/\(type)/\(id)", body: .table(["data": .table(data)]))
  }

  static func delete(_ type: String, _ id: String) -> AppStoreRequest {
    AppStoreRequest(method: "DELETE", path: "/v1/\(type)/\(id)")
  }

  /// Adds `ids` to a relationship, or replaces a single one.
  static func relate(
    _ method: String, _ type: String, _ id: String, _ name: String, to target: String, _ ids: [String]
  ) -> AppStoreRequest {
    let references = ids.map { reference(target, $0) }
    let data = method == "PATCH" ? references.first ?? .null : .list(references)
    return AppStoreRequest(
      method: method, path: "/v1/\(type)/\(id)/relationships/\(name)", body: .table(["data": data]))
  }

  private static func reference(_ type: String, _ id: String) -> StoreValue {
    .table(["type": .text(type), "id": .text(id)])
  }

  func address(at server: String) -> String {
    let query = query.map { "\($0.name.percentEncoded(keeping: "[]"))=\($0.value.percentEncoded(keeping: ","))" }
    return server + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  /// What the request does, for messages: such as `POST /v1/buildUploads`.
  var title: String { "\(method) \(path)" }
}
