import Foundation
import TestSupport
import Testing

@Suite("A3: a disk that fails when many files are waited for at once")
struct A03ManyFilesTests {
  /// Raises the version in 80 files, with the N-th wait for a whole file system failing: of the copies, of what is to be put
  /// in place, of the folders' names.
  private static let script = """
    git init -q ../many
    cd ../many
    for n in $(seq 80); do mkdir -p M$n; echo 'MARKETING_VERSION = 1.4.2' > M$n/Version.xcconfig; done
    git add .
    git commit -qm First
    status=0
    strace -qq -o ../trace -e trace=syncfs -e inject=syncfs:error=EIO:when=N "$MARTLET" bump minor --yes || status=$?
    grep -c INJECTED ../trace
    find . -name '.martlet-*' -not -path './.git/*'
    git status --porcelain | wc -l
    exit $status
    """

  @Test(
    "A3: the run says so and takes all back; names are waited for again when the run goes on",
    .enabled(if: ReferenceProgram("strace") != nil, "there is no `strace`"), arguments: [1, 2, 3])
  func many(count: Int) throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let result = try world.shell(Self.script.replacing("when=N", with: "when=\(count)"))
    let said = result.outputText.split(separator: "\n").suffix(2).map { $0.filter { $0 != " " } }
    if count < 3 {
      let path = count == 1 ? "before`: input/output error" : "cannot write `80 files`: input/output error"
      #expect(result.errorText.contains(path), "\(result.errorText)")
      #expect(result.termination == .exited(status: 1))
      #expect(said == ["1", "0"])
    } else {
      #expect(result.succeeded, "\(result.errorText)")
      #expect(said == ["1", "80"])
    }
  }
}
