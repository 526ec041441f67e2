import MartletCore
import Testing

@Suite("A repository's address")
struct RepositoryAddressTests {
  @Test(
    "is the same in all its spellings",
    arguments: [
      "https://github.com/Cool/Kit", "http://www.github.com/cool/kit.git", "git@github.com:cool/kit.git",
      "ssh://git@github.com/cool/kit",
      "ssh://git@github.com:22/cool/kit/", "git://github.com/Cool/Kit.git/", "github.com/cool/kit",
      "https://user:pass@github.com/cool/kit",
    ])
  func spellings(url: String) {
    #expect(RepositoryAddress(url) == RepositoryAddress("https://github.com/cool/kit"))
  }

  @Test("differs by host and path, and is nil without them")
  func others() {
    #expect(RepositoryAddress("https://gitlab.com/cool/kit") != RepositoryAddress("https://github.com/cool/kit"))
    #expect(RepositoryAddress("https://github.com/cool/kit2") != RepositoryAddress("https://github.com/cool/kit"))
    for url in ["", "kit", "https://", "https://github.com", "://", ":", "@/:"] {
      #expect(RepositoryAddress(url) == nil)
    }
  }
}
