import MartletCore

// The pages about requests to forges and other services.
extension FailurePage {
  static let answerLost = FailurePage(
    cause: "The connection ended before the server answered a request that changes something, or a gateway gave up "
      + "(status 500 and above). The server may have performed it, or may still do so.",
    state: "Martlet reads the state from the server before it sends the request again.",
    remedies: [
      "`martlet resume` reads first, and repeats only what is missing", "`martlet status` shows what is there",
      "an announcement on a channel that cannot be read: look there, then `martlet resume --sent CHANNEL` or "
        + "`martlet resume --not-sent CHANNEL`",
    ])

  static let assetRules = FailurePage(
    cause: "The forge would refuse these assets or notes, or would store an asset under another name: GitHub keeps "
      + "letters, digits, `.`, `_` and `-`, takes files below 2 GiB and notes of up to 125000 characters. No forge "
      + "takes an empty file, or two of one name.",
    state: "Nothing was changed: this is checked before the first step.",
    remedies: ["rename or rebuild the file that the message names", "shorten the notes, and link to the changelog"])

  static let credentials = FailurePage(
    cause: "The git server or the forge did not accept the credentials, or there were none. Without a terminal, a "
      + "missing password is an error, not a prompt. A forge needs a token that may write releases, in a variable "
      + "such as `GITHUB_TOKEN`; `docs/publishing.md` lists variables and permissions.",
    state: FailureCode.undone,
    remedies: [
      "for a push: check with git: `git push --dry-run`",
      "with https: check `git config --get credential.helper`",
      "with ssh: check that the key is accepted: `ssh -T git@HOST`",
      "for a release: set the variable that the message names to a token with the permission that it names",
      "in CI: give the job a token with write access, and check out with it",
    ])

  static let tokenHost = FailurePage(
    cause: "A Releasefile or a remote names the server that a token or a password would go to, but the user decides "
      + "which servers may have it. Tokens such as `GITHUB_TOKEN` belong to their service, and the token of a CI job to "
      + "its server; you allow every other server once. A token goes only over `https`, or to this machine.",
    state: "Nothing was sent to that server.",
    remedies: [
      "check that the token is one of the server in the message; if not, do not continue",
      "on your machine: run the command at a terminal and answer the prompt, or add the line of the hint to `hosts.yml`",
      "in CI: add the pair to the variable, such as `MARTLET_TOKEN_HOSTS=BLOG_TOKEN=blog.example.org,"
        + "MAIL_PASSWORD=mail.example.org:587`",
    ])

  static let noLibcurl = FailurePage(
    cause: "Martlet sends requests with libcurl, which it loads when it first needs it, and this system has none. "
      + "Where git is, a libcurl usually is, too.",
    state: "Nothing was changed.",
    remedies: [
      "Debian and Ubuntu: `apt-get install libcurl4`", "Fedora: `dnf install libcurl`",
      "macOS has it: `/usr/lib/libcurl.4.dylib`",
    ])

  static let rateLimit = FailurePage(
    cause: "The server accepts no further requests for a time that is longer than Martlet waits. "
      + "GitHub allows 1000 requests an hour with the token of a workflow, and 80 a minute that create something.",
    state: "Completed entries stay. The refused request was not performed.",
    remedies: ["wait for the time in the message, then `martlet resume`"])

  static let releaseExists = FailurePage(
    cause: "The forge already has a release of this tag, or an asset of this name, and it is not the one of this run. "
      + "Martlet never replaces an asset: others may have its checksum.",
    state: "The release that was found is unchanged.",
    remedies: [
      "look at the release in the message: who made it, and when",
      "if it is a draft of a run that stopped, resume or undo that run in its clone: `martlet resume`, `martlet undo`",
      "if that clone is gone, delete the draft on the forge, then run the command again",
      "if it is public, release the next version",
    ])

  static let releaseImmutable = FailurePage(
    cause: "The repository makes its releases immutable: the tag and the assets of a published release cannot change. "
      + "No other release can have this tag, even after the release was deleted.",
    state: "The immutable release is unchanged.",
    remedies: [
      "if a run is unfinished, end it with `martlet undo --keep`",
      "run the lane again, which releases the next version",
    ])

  static let requestRefused = FailurePage(
    cause: "The server refused a request, or cannot find the requested resource; its text and the "
      + "status are in the message.",
    state: "The refused request changed nothing.",
    remedies: [
      "fix the cause that the server names, then `martlet resume`",
      "status 404: check the address with `git remote -v`, and whether the token can see the repository",
    ])

  static let tagProtected = FailurePage(
    cause: "A rule of the forge lets only some users create or release this tag.",
    state: "The refused request changed nothing.",
    remedies: ["let the owner of the token pass the rule, in the repository's settings, then `martlet resume`"])

  static let unreadableAnswer = FailurePage(
    cause: "The answer is not one of the expected service: a web page instead of JSON, values that are missing, or "
      + "values that contradict the request. A proxy, a network that wants you to sign in, or a wrong address answers so.",
    state: "Nothing was built from this answer.",
    remedies: [
      "see the answer with `curl -i ADDRESS`, with the address in the message", "check `forge:` in the Releasefile",
    ])
}
