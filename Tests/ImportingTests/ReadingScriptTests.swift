import MartletCore
import TestSupport
import Testing

@Suite("The output of a command")
struct ReadingScriptTests {
  @Test(
    "is a value if the command only reads",
    arguments: [
      "git rev-list HEAD --count", "git --no-pager log -1 --pretty=%h 2>/dev/null", "git log -i --grep=a",
      "git branch --show-current", "git config --get user.name", "git tag --points-at HEAD",
      "git remote get-url origin",
      "git symbolic-ref --short HEAD", "git show HEAD@{1} -s", "git describe --tags 2>&1 | tail -1",
      "git show -s --format=%cd --date=short",
      "git log -1 -- 'a file'", "git log --pretty='%h | %s' | grep -o 'a|b' | wc -l",
      "git tag -l | sort -t. -k1,1n -rV | uniq -c | head -1", "git rev-list HEAD | wc -l | xargs",
      "git log | sed -ne 's/^v//gp; 1,3d' | awk -F '\"' '{ print $2; print $3 }'", "sed -n '/^#[ ]*v/p' CHANGELOG.md",
      "cat VERSION | tr -d ' '", "date -u +%s", "agvtool what-version -terse",
      "/usr/libexec/PlistBuddy -c 'Print :CFBundleVersion' App/Info.plist",
      "plutil -extract CFBundleVersion raw -o - App/Info.plist", "jq -r .version package.json",
    ])
  func reads(command: String) {
    #expect(!isLeftOut(command), "\(tag(of: command))")
  }

  @Test(
    "stays untranslated if the command may write",
    arguments: [
      "git log --output=x", "git log --outp x", "git diff --ext-diff", "git tag x", "git tag -d x", "git branch x",
      "git branch -D x", "git config a.b c", "git symbolic-ref HEAD x", "git remote add a b", "git -c alias.x=!rm x",
      "git commit -m x", "git fetch", "git log > x", "git log 2>x", "git log 2>/dev/nullx", "git log >> x",
      "git log | tee x", "git log | sort -o x", "git log | sort -ro x", "git log | sort --output=x",
      "git log | sort --compress-program=x", "git log | uniq - x", "git log | uniq a b", "sed -i s/a/b/ x",
      "sed -ni.bak s/a/b/ x", "sed --in-place s/a/b/ x", "sed -n 'w x' y", "sed 's/a/b/w x' y", "sed 's/a/b/e' y",
      "sed 's/[/]/b/' y", "sed -f x y", "sed '1{w x' y", "awk '{ print > \"x\" }' y", "awk '{ print | \"sh\" }' y",
      "awk 'BEGIN { system(\"x\") }'", "awk -f x y", "awk -i inplace '{ print }' y", "git ls-files | xargs rm",
      "find . -delete", "find . -exec rm {} +", "plutil -replace a -string b x", "plutil -extract a raw x",
      "plutil -extract a xml1 x", "agvtool next-version -all", "agvtool new-version 7", "PlistBuddy -c 'Set :a b' x",
      "PlistBuddy -c 'Print :a' -c Save x", "date -s 10:00", "date 01011200", "git log \"$(rm x)\"", "git log `rm x`",
      "git log && rm x", "git log || rm x", "git log; rm x", "git log & rm x", "git log *", "git log {--output=x,-1}",
      "X=1 git log", "(git log)", "git log | head -1 | sh", "cat <x", "./version.sh", "echo a\\nb",
      "git log -1\nrm x", "git log -1\r\nrm x", "git log -1\trm\nx",
    ])
  func writes(command: String) {
    #expect(isLeftOut(command), "\(tag(of: command))")
  }

  @Test("changes nothing that the lane has read before, unless it may write")
  func facts() {
    func tag(after command: String) -> String {
      steps("v = get_build_number\nsh(\(command))\nadd_git_tag(tag: v)")
    }
    for command in ["'git log'", "'swift build'", "'git', 'log', '-1', 'a' + options[:a]", "\"cat #{options[:a]}\""] {
      #expect(!tag(after: command).contains("# not translated"), "\(tag(after: command))")
    }
    for command in [
      "'git log --output=x'", "'git diff --output=x'", "'git config --file x a.b c'", "'swift run bump'",
      "'zip -m a b'",
      "'git', 'log', options[:a]", "\"git log #{options[:a]}\"", "\"git log | sed #{options[:a]}\"",
    ] {
      #expect(tag(after: command).contains("# not translated"), "\(tag(after: command))")
    }
  }

  @Test("may need values, and may be a number of commits")
  func values() {
    let text = """
      t = last_git_tag
      x = sh("git log 'HEAD...#{t}' --oneline | wc -l", log: false).strip
      n = sh('git rev-list HEAD --count').to_i
      m = number_of_commits(all: true).to_i
      add_git_tag(tag: "#{x}-#{n}-#{m}")
      """
    let body = steps(text)
    #expect(!body.contains("# not translated"), "\(body)")
    #expect(body.hasSuffix("- tag: ${steps.x.output}-${steps.n.output}-${steps.m.output}"), "\(body)")
    for value in [
      "sh('git log').to_i", "sh('git rev-list HEAD | wc -l').to_i", "sh('make', log: false).strip",
      "sh(\"git log #{options[:a]}\").strip", "sh(\"git log #{pick}\").strip", "last_git_tag.to_i",
    ] {
      #expect(steps("add_git_tag(tag: \(value))").contains("# not translated"), "\(value)")
    }
  }

  private func tag(of command: String) -> String { steps("add_git_tag(tag: `\(command)`.strip)") }

  private func isLeftOut(_ command: String) -> Bool { tag(of: command).contains("# not translated") }
}
