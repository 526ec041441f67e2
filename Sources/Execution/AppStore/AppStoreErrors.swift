import HTTP
import MartletCore
import SystemAPI

/// The errors in an answer of App Store Connect, all of them: of two, the telling one can be the second.
struct AppStoreErrors: Sendable, Hashable {
  struct Item: Sendable, Hashable {
    let code: String
    let text: String
    let pointer: String?
    let previousNumber: String?
  }

  let status: Int
  let items: [Item]
  /// Whether the body is not JSON, such as the page of a proxy.
  let isForeign: Bool

  init(_ response: HTTPResponse) {
    status = response.status
    let value = try? JSONDecoder().decode(StoreValue.self, from: Data(response.body))
    isForeign = value == nil
    var items: [Item] = []
    for error in value?["errors"]?.elements ?? [] {
      let code = error["code"]?.text ?? ""
      let (title, detail) = (error["title"]?.text, error["detail"]?.text)
      let text = [title, title == detail ? nil : detail].compactMap(\.self).joined(separator: " ")
      items.append(
        Item(
          code: code, text: text.isEmpty ? code : text, pointer: error["source"]?["pointer"]?.text,
          previousNumber: error["meta"]?["previousBundleVersion"]?.text))
      // The reasons of a refused submission are in here, by the path of the resource.
      guard case .table(let table)? = error["meta"]?["associatedErrors"] else { continue }
      for (path, errors) in table.sorted(by: { $0.key < $1.key }) {
        items += errors.elements.map {
          Item(
            code: $0["code"]?.text ?? "", text: $0["detail"]?.text ?? $0["title"]?.text ?? "", pointer: path,
            previousNumber: nil)
        }
      }
    }
    self.items = items
  }

  func has(_ code: String) -> Bool { items.contains { $0.code.contains(code) || $0.text.contains("(\(code))") } }

  /// One line for each error.
  var notes: [String] {
    items.isEmpty
      ? ["status \(status)"]
      : items.prefix(12).map { item in
        "\(item.code.isEmpty ? "status \(status)" : item.code): \(item.text.prefix(300))"
          + (item.pointer.map { " (\($0))" } ?? "")
      }
  }
}

extension Failure {
  /// A key for another team, of the enterprise programme, or an individual one gives the same answer.
  static func appStoreKeyRefused(_ id: String, _ difference: Int, _ errors: AppStoreErrors) -> Failure {
    let clock =
      abs(difference) > 60
      ? "; the clock of this machine is \(abs(difference)) seconds \(difference > 0 ? "behind" : "ahead of") Apple's"
      : ""
    return Failure(
      "App Store Connect does not accept the key `\(id)`\(clock)",
      hint: "compare `ASC_KEY_ID` and `ASC_ISSUER_ID` with https://appstoreconnect.apple.com/access/integrations/api; "
        + "an individual key needs no `ASC_ISSUER_ID`",
      notes: errors.notes, code: .credentials, exit: .credentials)
  }

  static func appStoreForbids(_ id: String, _ request: String, _ errors: AppStoreErrors) -> Failure {
    if errors.has("REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED") {
      return Failure(
        "App Store Connect refuses requests until a new agreement is accepted",
        hint: "let the Account Holder of the team accept it at https://appstoreconnect.apple.com/business",
        notes: errors.notes, code: .credentials, exit: .credentials)
    }
    return Failure(
      "the key `\(id)` may not do this at App Store Connect: \(request)",
      hint: "use a key with the role App Manager or Admin", notes: errors.notes, code: .credentials, exit: .credentials)
  }

  static func appStoreRefused(_ request: String, _ errors: AppStoreErrors) -> Failure {
    // Source: error 90382, "Upload limit reached"; the number of uploads is not published.
    if errors.has("90382") {
      return Failure(
        "App Store Connect accepts no more uploads of this app today",
        hint: "run the command again in 24 hours; a repetition before that is refused, too", notes: errors.notes,
        code: .rateLimit)
    }
    if let previous = errors.items.lazy.compactMap(\.previousNumber).first {
      let next = (try? BuildNumber(previous).incremented())?.text ?? previous
      return Failure(
        "the build number is used: the highest one at App Store Connect is `\(previous)`",
        hint: "start the lane again: `bump: {build: increment, above: app_store}` chooses a higher one; "
          + "if Apple's lists do not show the number, add `minimum: \(next)`", notes: errors.notes,
        exit: .conflict)
    }
    return Failure(
      "App Store Connect refused \(request)", notes: errors.notes, code: .requestRefused,
      exit: errors.status == 409 ? .conflict : .failed)
  }

  static func appStoreLimit(_ seconds: Int, _ errors: AppStoreErrors) -> Failure {
    Failure(
      "App Store Connect limits the requests of this key for \(seconds) seconds",
      hint: "run the command again after that", notes: errors.notes, code: .rateLimit)
  }

  static func lostAppStoreAnswer(_ request: String, _ reason: String) -> Failure {
    Failure("the answer of App Store Connect to \(request) was lost: \(reason)", code: .answerLost)
  }

  static func unreadableAppStoreAnswer(_ reason: String) -> Failure {
    Failure("unexpected answer of App Store Connect: \(reason)", code: .unreadableAnswer)
  }
}
