/// The names of the environment for App Store Connect. The second ones are fastlane's.
package enum AppStoreVariable {
  package static let keyID = ["ASC_KEY_ID", "APP_STORE_CONNECT_API_KEY_KEY_ID"]
  package static let issuerID = ["ASC_ISSUER_ID", "APP_STORE_CONNECT_API_KEY_ISSUER_ID"]
  /// The key itself: PEM, with line breaks or `\n`, or its Base64.
  package static let key = ["ASC_KEY", "APP_STORE_CONNECT_API_KEY_KEY"]
  /// The path of the key.
  package static let keyFile = ["ASC_KEY_FILE", "APP_STORE_CONNECT_API_KEY_KEY_FILEPATH"]
  /// The address of another server, for tests: on this machine only.
  package static let address = "MARTLET_APP_STORE_URL"

  /// All that hold a secret or lead to one.
  package static let secrets = key + keyFile
  /// The server of Apple's API.
  package static let host = "api.appstoreconnect.apple.com"
}
