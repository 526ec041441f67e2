# How Homebrew installs Martlet, from source: a binary would break whenever Homebrew raises libgit2 below it.
# `scripts/formula` fills in what stands between the number signs.
class Martlet < Formula
  desc "Release automation for Swift projects"
  homepage "##HOMEPAGE##"
  url "##URL##"
  version "##VERSION##"
  sha256 "##SHA256##"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "libdeflate"
  depends_on "libgit2"
  depends_on "libyaml"

  uses_from_macos "swift" => :build
  uses_from_macos "zlib"

  def install
    # The build runs in Homebrew's sandbox already, and there cannot be one in the other.
    system "make", "install", "PREFIX=#{prefix}", "BUILD_FLAGS=--disable-sandbox"
  end

  test do
    (testpath/"VERSION").write "1.4.2\n"
    (testpath/"Releasefile").write "project: Cool\nmanifests:\n  - plain: VERSION\n"
    system "git", "init", "--quiet"
    system bin/"martlet", "bump", "minor"
    assert_equal "1.5.0\n", (testpath/"VERSION").read
  end
end
