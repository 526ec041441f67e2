#!/bin/sh
# Installs Martlet without root, from a release or from source: scripts/install.sh --help
set -eu

fail() {
  printf 'error: %s\nhint: %s\n' "$1" "$2" >&2
  exit 1
}

say() {
  printf 'install: %s\n' "$1" >&2
}

has() {
  command -v "$1" >/dev/null 2>&1
}

need() {
  has "$1" || fail "there is no \`$1\`" "install it with this system's package manager"
}

# Downloads $1 to the file $2. Returns 1 if there is no such file; any other failure ends the script. A redirect must lead to
# an https address, too.
download() {
  need curl
  case $1 in
  https://*) protocol=https ;;
  file://*) protocol='file' ;;
  *) fail "\`$1\` is not an https address" "name the folder of the releases with --releases, or build it: --source" ;;
  esac
  status=0
  code=$(curl --silent --show-error --fail --location --proto "=$protocol" --proto-redir '=https' --retry 2 --output "$2" \
    --write-out '%{http_code}' "$1" 2>"$work/curl") || status=$?
  case $status,$code in
  0,*) ;;
  37,* | 22,404) return 1 ;; # No such file on this disk, or on the server.
  *) fail "\`$1\` cannot be downloaded: $(tail -n 1 "$work/curl")" "try again, or build it: --source" ;;
  esac
}

digest() {
  if has sha256sum; then
    sum=$(sha256sum <"$1")
  else
    sum=$(shasum -a 256 <"$1")
  fi
  printf '%s\n' "${sum%% *}"
}

# What the last program printed about its failure; the lines of ssh-keygen end with a carriage return.
reason() {
  head -n 1 "$work/errors" | tr -d '\r'
}

# The newest tag of the repository that is a version without a suffix; nothing if there is none.
newest_version() {
  need git
  git ls-remote --quiet --tags --refs --sort=-version:refname "$repository" >"$work/tags" ||
    fail "the tags of \`$repository\` cannot be read" "check the address"
  sed -n 's|.*refs/tags/\([0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*\)$|\1|p' "$work/tags" | head -n 1
}

# Which repository the address $1 is of, however it is reached: github.com/owner/name.
canonical() {
  case $1 in
  *://*) printf '%s\n' "$1" | sed 's|^[^:]*://||; s|^[^/]*@||' ;;
  *) printf '%s\n' "$1" | sed 's|^[^:/]*@||; s|:|/|' ;;
  esac | sed 's|^\([^/:]*\):443/|\1/|; s|/*$||; s|\.git$||' | tr '[:upper:]' '[:lower:]'
}

# The keys that the file $1 revokes, in lines such as `# revoked: release@example.com ssh-ed25519 AAAA…`, as a file for ssh-keygen.
revoked_keys() {
  sed -n 's/^#[# 	]*[Rr][Ee][Vv][Oo][Kk][Ee][Dd]:/ /p' "$1" | while read -r line; do
    key=$(printf ' %s\n' "$line" | sed -n 's/.* \(ssh-[^ ]* [^ ]*\).*/\1/p; s/.* \(ecdsa-[^ ]* [^ ]*\).*/\1/p; s/.* \(sk-[^ ]* [^ ]*\).*/\1/p')
    printf 'revoked %s\n' "${key:-unreadable}"
  done
}

# Ends if the file with keys $1, called $2, revokes the key that signed the statement.
check_revocations() {
  revoked_keys "$1" >"$work/revoked"
  ! grep -qx 'revoked unreadable' "$work/revoked" || fail "a line \`# revoked:\` in $2 has no key" "correct the line"
  [ -z "$(ssh-keygen -Y find-principals -f "$work/revoked" -s "$statement.sig" 2>/dev/null)" ] ||
    fail "the key of release.intoto.json.sig is revoked by $2" "do not use it; report this to the project"
}

# Ends unless the signed statement has the member $1 with the value $2.
check_member() {
  grep -Fqx "    \"$1\": \"$2\"," "$statement" ||
    fail "the signed statement of the release is not about the $1 \`$2\`" "do not use it; report this to the project"
}

# The digest of the file $1 in the signed statement, which has a line for each value.
stated_digest() {
  awk -v name="      \"name\": \"$1\"," '/^  "predicateType"/ { exit } $0 == name { found = 1 }
    found && /^        "sha256": / { gsub(/"/, "", $2); print $2; exit }' "$statement"
}

# Checks the signed statement of the release, as `martlet verify --signers` does: signed by a key of --signers that is valid
# now and not revoked, and about this repository, tag and commit.
check_statement() {
  need ssh-keygen
  need git
  statement=$work/release.intoto.json
  for file in release.intoto.json release.intoto.json.sig; do
    download "$releases/$version/$file" "$work/$file" ||
      fail "release $version has no $file, so its signer is unknown" "install a signed release"
  done
  signer=$(ssh-keygen -Y find-principals -f "$signers" -s "$statement.sig" 2>"$work/errors" | head -n 1)
  [ -n "$signer" ] || fail "the key of release.intoto.json.sig is not in \`$signers\`, or not valid now" \
    "do not use it, or add the key that the project publishes"
  ssh-keygen -Y verify -f "$signers" -I "$signer" -n martlet-release -s "$statement.sig" <"$statement" >/dev/null 2>"$work/errors" ||
    fail "the signature of release.intoto.json is invalid: $(reason)" "do not use it; report this to the project"
  check_revocations "$signers" "\`$signers\`"
  # The newest commit of the default branch; its files are not written.
  if ! git clone --quiet --depth 1 --no-checkout "$repository" "$work/branch" 2>"$work/errors" ||
    ! git -C "$work/branch" ls-tree --name-only HEAD allowed_signers >"$work/names" 2>"$work/errors"; then
    fail "the default branch of \`$repository\` cannot be read, so that the revoked keys are unknown: $(reason)" \
      "check the address"
  fi
  if [ -s "$work/names" ]; then
    git -C "$work/branch" cat-file blob HEAD:allowed_signers >"$work/published"
    check_revocations "$work/published" "\`allowed_signers\` on the default branch"
  fi
  git ls-remote --quiet "$repository" "refs/tags/$version" "refs/tags/$version^{}" >"$work/tags" 2>"$work/errors" ||
    fail "the tags of \`$repository\` cannot be read: $(reason)" "check the address"
  tag=$(sed -n "s|	refs/tags/$version\$||p" "$work/tags")
  commit=$(sed -n "s|	refs/tags/$version^{}\$||p" "$work/tags")
  [ -n "$tag" ] || fail "\`$repository\` has no tag $version" "do not use it; report this to the project"
  grep -Fqx '  "predicateType": "urn:martlet:release:v1",' "$statement" ||
    fail "the statement of the release is of another type" "do not use it; report this to the project"
  check_member repository "$(canonical "$repository")"
  check_member tag "$version"
  check_member tagObject "$tag"
  check_member commit "${commit:-$tag}"
}

# Checks the archive $1, the file $2, with the release's SHA256SUMS, with its signed statement, and with --sha256.
verify() {
  download "$releases/$version/SHA256SUMS" "$work/SHA256SUMS" ||
    fail "the release has no SHA256SUMS, so its archive cannot be verified" "build it: --source"
  sums=$(digest "$work/SHA256SUMS")
  expected=$(awk -v name="$1" '$2 == name || $2 == "*" name { print tolower($1) }' "$work/SHA256SUMS")
  [ -n "$expected" ] || fail "the release's SHA256SUMS does not contain \`$1\`" "build it: --source"
  found=$(digest "$2")
  [ "$found" = "$expected" ] ||
    fail "\`$1\` has the digest $found, expected $expected" "do not use it; report this to the project"
  if [ -n "$signers" ]; then
    check_statement
    for pair in "$1 $found" "SHA256SUMS $sums"; do
      [ "$(stated_digest "${pair% *}")" = "${pair#* }" ] ||
        fail "the signed statement of the release does not list \`${pair% *}\` with the digest ${pair#* }" \
          "do not use it; report this to the project"
    done
    say "release $version is signed by $signer"
  fi
  case $(printf %s "$sha256" | tr '[:upper:]' '[:lower:]') in
  "" | "$found" | "$sums") ;;
  *)
    fail "\`$1\` has the digest $found and its SHA256SUMS $sums, expected $sha256 from --sha256" \
      "do not use it, or correct the digest"
    ;;
  esac
}

# Installs the downloaded archive of the release.
install_archive() {
  verify "$name.tar.gz" "$work/$name.tar.gz"
  tar -C "$work" -xzf "$work/$name.tar.gz" || fail "\`$name.tar.gz\` is not an archive" "build it: --source"
  printed=$("$work/$name/bin/martlet" --version 2>"$work/errors") ||
    fail "the program does not start here: $(reason)" \
      "install the libraries that it needs, or build it: --source"
  [ "$printed" = "$version" ] ||
    fail "the archive contains Martlet $printed, expected $version" "build it: --source"
  mkdir -p "$prefix/bin" "$prefix/share/doc/martlet"
  cp -R "$work/$name/share/." "$prefix/share/"
  # A program that runs cannot be overwritten, but replaced.
  cp "$work/$name/bin/martlet" "$prefix/bin/.martlet.new"
  mv -f "$prefix/bin/.martlet.new" "$prefix/bin/martlet"
  # With this file, `martlet init --ci` writes pipelines that install the same release.
  printf 'version=%s\nreleases=%s\nsha256=%s\n' "$version" "$releases" "$sums" >"$prefix/share/doc/martlet/RELEASE"
}

# Builds the folder $1, and installs it.
install_source() {
  need git
  need make
  has "${SWIFT:-swift}" || fail "there is no Swift" "install Swift 6.2 or newer: https://www.swift.org/install"
  make -C "$1" install PREFIX="$prefix" DESTDIR= >&2 || fail "the build failed" "see the messages above"
}

install_clone() {
  need git
  say "cloning $repository"
  git -c advice.detachedHead=false clone --quiet --depth 1 ${version:+--branch "$version"} "$repository" "$work/source" ||
    fail "\`$repository\` cannot be cloned${version:+ at \`$version\`}" "check the address and the version"
  install_source "$work/source"
}

uninstall() {
  [ -e "$prefix/bin/martlet" ] || fail "Martlet is not installed in \`$prefix\`" "name its folder: --prefix DIR"
  rm -f "$prefix/bin/martlet" "$prefix/share/man/man1/martlet.1" "$prefix"/share/man/man1/martlet-*.1 \
    "$prefix/share/bash-completion/completions/martlet" "$prefix/share/zsh/site-functions/_martlet" \
    "$prefix/share/fish/vendor_completions.d/martlet.fish"
  rm -rf "$prefix/share/doc/martlet"
  say "removed Martlet from $prefix"
}

usage() {
  cat <<'TEXT'
Installs Martlet without root: scripts/install.sh [OPTION…]

  --prefix DIR        install into DIR/bin and DIR/share; the default is $HOME/.local
  --repository URL    install from this repository: the archive of a release, or a build from source if there is none
  --version VERSION   the release to install; the default is the newest one
  --releases URL      the files of a release are in URL/VERSION; the default is REPOSITORY/releases/download
  --sha256 DIGEST     refuse another archive: the digest of the archive, or of the release's SHA256SUMS
  --signers FILE      refuse a release that no key of this file signed; its format is that of ALLOWED SIGNERS in ssh-keygen(1);
                      needs --repository, git and ssh-keygen
  --source            build from source, even if there is an archive
  --uninstall         remove the files of Martlet from the prefix
  --help              print this text

In a clone, and without --repository or --releases, it builds that clone.

An archive is unpacked only if its digest is in the release's SHA256SUMS, and, with --signers, if one of these keys has signed
the statement release.intoto.json, by ssh, which lists it with this repository, tag and commit. It is installed only if its program starts here. Addresses must begin with https:// or
file://, also after a redirect. A build needs Swift 6.2, git and make; an archive needs curl.
TEXT
}

# The clone that this script is in; nothing if it was started from elsewhere, such as a pipe.
clone() {
  case $0 in
  */install.sh)
    folder=$(cd "$(dirname "$0")/.." && pwd)
    [ ! -e "$folder/Package.swift" ] || [ ! -e "$folder/Makefile" ] || printf '%s\n' "$folder"
    ;;
  esac
}

main() {
  prefix=${HOME:-}/.local repository="" version="" releases="" sha256="" signers="" mode=install
  while [ $# -gt 0 ]; do
    case $1 in
    --prefix | --repository | --version | --releases | --sha256 | --signers)
      [ -n "${2:-}" ] || fail "\`$1\` needs a value" "see: scripts/install.sh --help"
      ;;
    esac
    case $1 in
    --prefix) prefix=$2 ;;
    --repository) repository=${2%/} ;;
    --version) version=$2 ;;
    --releases) releases=${2%/} ;;
    --sha256) sha256=$2 ;;
    --signers) signers=$2 ;;
    --source) mode=source ;;
    --uninstall) mode=uninstall ;;
    -h | --help)
      usage
      exit
      ;;
    *) fail "unknown argument \`$1\`" "see: scripts/install.sh --help" ;;
    esac
    case $1 in
    --source | --uninstall) shift ;;
    *) shift 2 ;;
    esac
  done
  case $prefix in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
  esac
  if [ "$mode" = uninstall ]; then
    uninstall
    exit
  fi

  work=$(mktemp -d "${TMPDIR:-/tmp}/martlet-install.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM

  # git, too, uses no address without encryption, also not after a redirect.
  export GIT_ALLOW_PROTOCOL=https:ssh:file
  case $repository in
  http://* | git://* | ftp*://*) fail "\`$repository\` is not an https address" "give one that begins with https://" ;;
  esac
  if [ -z "$repository$releases" ]; then
    [ -z "$version$sha256$signers" ] ||
      fail "--version, --sha256 and --signers need the releases of a repository" "add: --repository URL"
    folder=$(clone)
    [ -n "$folder" ] || fail "the repository of Martlet is missing" "add: --repository URL, or run the script in a clone"
    say "building $folder"
    install_source "$folder"
  else
    if [ "$mode" = source ]; then
      [ -n "$repository" ] || fail "--source needs a repository" "add: --repository URL"
      [ -z "$sha256$signers" ] || fail "--sha256 and --signers check an archive, and --source installs none" "leave out --source"
    fi
    [ -z "$signers" ] || [ -n "$repository" ] ||
      fail "--signers needs the repository that the statement is about" "add: --repository URL"
    [ -n "$version" ] || [ -n "$repository" ] || fail "--releases needs a version" "add: --version VERSION"
    [ -n "$version" ] || version=$(newest_version)
    [ -n "$releases" ] || releases=${repository%.git}/releases/download
    if [ -z "$version" ]; then
      [ -z "$sha256$signers" ] || fail "\`$repository\` has no release, so --sha256 and --signers cannot be checked" \
        "leave them out to build from source"
      say "$repository has no release yet, so it is built from source"
      install_clone
    elif [ "$mode" = source ]; then
      install_clone
    elif name=martlet-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m) &&
      download "$releases/$version/$name.tar.gz" "$work/$name.tar.gz"; then
      install_archive
    else
      [ -z "$sha256$signers" ] || fail "release $version has no archive for this machine, so --sha256 and --signers cannot be checked" \
        "leave them out to build from source"
      [ -n "$repository" ] || fail "release $version has no archive for this machine" "add: --repository URL"
      say "release $version has no archive for this machine, so it is built from source"
      install_clone
    fi
  fi

  say "installed Martlet $("$prefix/bin/martlet" --version) in $prefix/bin"
  case :$PATH: in
  *":$prefix/bin:"*) ;;
  *) say "add $prefix/bin to your PATH" ;;
  esac
}

main "$@"
