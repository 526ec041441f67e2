#!/bin/sh
# How Xcode Cloud runs the lanes of the Releasefile: `martlet plan release` shows what would be done.
#
# Xcode Cloud has no file that says what is run when, and asks nobody anything: make a workflow for each of these in
# Xcode or App Store Connect, with these variables in its environment, and this script does the rest, before the
# workflow's own actions.
#
#   RELEASE_FLOW=release   started by hand for a branch
#   RELEASE_FLOW=resume    the same after a release that has stopped; RELEASE_TAG is its tag
#   RELEASE_FLOW=propose   the same; RELEASE_VERSION is the version to propose by a pull request
#   RELEASE_FLOW=tagged    started by changes of tags
#
# The clone can only read: to push, a workflow needs the secret RELEASE_TOKEN, a token that may write. `martlet` has to
# be on the machine: install it here first. Nothing keeps two workflows from running at once: the one that comes second
# to push is refused then.
set -e

if [ -z "$RELEASE_FLOW" ] || [ -n "$CI_PULL_REQUEST_NUMBER" ]; then exit 0; fi

cd "$CI_PRIMARY_REPOSITORY_PATH"
# All commits and tags: without them nobody knows what has been released.
if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  git fetch --unshallow --tags origin
else
  git fetch --tags origin
fi
git config user.name "Xcode Cloud"
git config user.email "noreply@apple.com"
if [ -n "$RELEASE_TOKEN" ]; then
  # git asks for it: it stands in no address, no file and no log.
  git config credential.helper '!printf "username=git\npassword=%s\n" "$RELEASE_TOKEN" #'
fi

VERSION=$RELEASE_VERSION
TAG=$RELEASE_TAG
BRANCH=$CI_BRANCH
case "$RELEASE_FLOW" in
  release)
    git switch --force-create "$BRANCH"
    martlet run release --yes
    ;;
  resume)
    git switch --force-create "$BRANCH" "refs/tags/$TAG^{commit}"
    martlet resume --lane release --yes
    ;;
  propose)
    git switch --create "propose-$VERSION"
    martlet bump "$VERSION"
    git commit --all --message "Version $VERSION"
    git push origin "HEAD:refs/heads/propose-$VERSION"
    echo "Open a pull request of propose-$VERSION for $BRANCH."
    ;;
  tagged)
    martlet run tagged --yes
    ;;
  *)
    echo "RELEASE_FLOW is \`$RELEASE_FLOW\`, expected release, resume, tagged or propose" >&2
    exit 1
    ;;
esac
