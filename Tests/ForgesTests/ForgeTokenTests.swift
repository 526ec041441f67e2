import Execution
import Testing

@Suite("The token of a forge")
struct ForgeTokenTests {
  @Test("is shown by neither `print` nor `Mirror`")
  func secret() {
    let token = ForgeToken("hush")
    var text = "\(token) \(String(reflecting: token))"
    dump(token, to: &text)
    #expect(!text.contains("hush"))
  }
}
