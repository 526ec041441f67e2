import Lanes
import Testing

@Suite("A secret")
struct SecretTests {
  private struct Holder { let token: Secret }

  @Test("is never printed")
  func prints() {
    let secret = Secret("hunter2")
    var dumped = ""
    dump([Holder(token: secret)], to: &dumped)
    let texts = [
      "\(secret)", String(describing: secret), String(reflecting: secret), "\(Holder(token: secret))",
      "\([secret])", "\(Optional(secret) as Any)", "\(Mirror(reflecting: secret).children.map(\.value))", dumped,
    ]
    for text in texts { #expect(!text.contains("hunter2")) }
    #expect(secret.exposed == "hunter2")
  }

  @Test("cannot be encoded or compared")
  func protocols() {
    #expect(!((Secret("x") as Any) is any Encodable))
    #expect(!((Secret("x") as Any) is any Equatable))
  }
}
