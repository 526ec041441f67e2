import TestSupport
import Testing

extension TreePublicationTests {
  /// A project with files to publish, and the repository `other.git` beside it.
  func project(lanes: String = "") throws -> StrangeProject {
    let project = try StrangeProject()
    try project.shell(
      """
      git init -q -b main ../theirs
      cd ../theirs
      mkdir site
      echo hello > README.md
      echo old > site/index.html
      echo old > site/old.html
      git add --all
      git commit -qm First
      git clone -q --bare . ../other.git
      git remote add origin ../other.git
      git fetch -q
      git branch -q --set-upstream-to origin/main
      """)
    try project.write("build/tool.json", "{}\n")
    try project.write("build/site/index.html", "new\n")
    try project.write("build/site/deep/page.html", "deep\n")
    try project.shell("chmod +x build/site/deep/page.html")
    let lines = Self.steps.split(separator: "\n").map { "      \($0)\n" }.joined()
    try project.write(".gitignore", "build\n")
    try project.write(
      "Releasefile",
      "project: Cool\nmanifests: [{plain: VERSION}]\nlanes:\n  local: {steps: [bump: minor]}\n  \(lanes)\n  release:\n    steps:\n\(lines)"
    )
    try project.git("add", "--all")
    try project.git("commit", "-qm", "Publish elsewhere")
    try project.git("push", "-q")
    return project
  }

  func other(_ project: StrangeProject, _ words: String...) throws -> String {
    try project.shell((["git", "--git-dir=../other.git"] + words).map { "'\($0)'" }.joined(separator: " "))
  }

  /// Pushes a commit to the other repository just before the first push of the program.
  func pushOnce(_ project: StrangeProject, file: String) throws {
    try wrapGit(
      project,
      """
      case "$*" in
      *--dry-run*) ;;
      *push*"../other.git"*)
        if [ ! -e \(project.root)/pushed ]; then
          touch \(project.root)/pushed
          (
            # The program's git has those of its clone.
            unset $("$git" rev-parse --local-env-vars) GIT_PROTOCOL_FROM_USER
            cd \(project.root)/theirs
            echo theirs > \(file)
            "$git" add --all
            "$git" commit -qm "In between"
            "$git" push -q
          )
        fi
        ;;
      esac
      """)
  }

  /// Kills the program before or after its git command with that number, from 1, for the other repository.
  func killGit(_ project: StrangeProject, at position: Int, isAfter: Bool) throws {
    try wrapGit(
      project,
      """
      case $PWD in
      */martlet/branches/*)
        count=$(($(cat \(project.root)/count 2> /dev/null || echo 0) + 1))
        echo $count > \(project.root)/count
        if [ $count = \(position) ]; then
          \(isAfter ? "\"$git\" \"$@\" > /dev/null 2>&1 || true" : ":")
          kill -9 $PPID
          exit 1
        fi
        ;;
      esac
      """)
  }

  /// Puts a script before git, which ends with the real one.
  private func wrapGit(_ project: StrangeProject, _ script: String) throws {
    let path = project.environment["PATH"] ?? ""
    try project.shell(
      """
      git=$(command -v git)
      mkdir -p ../bin
      cat > ../bin/git <<END
      #!/bin/sh
      git=$git
      END
      cat >> ../bin/git <<'END'
      \(script)
      exec "$git" "$@"
      END
      chmod +x ../bin/git
      """)
    project.environment["PATH"] = "\(project.root)/bin:\(path)"
  }
}
