# A formula for binaries. Copy it, and name it with `template` of `publish_files`, which writes version, addresses and digests into it.
class Cool < Formula
  desc "What it does"
  homepage "https://github.com/owner/cool"
  version "0.0.0"
  license "MIT"

  on_macos do
    on_arm do
      url "https://example.com/cool-macos-arm64.tar.gz"
      sha256 "0"
    end
  end

  on_linux do
    on_intel do
      url "https://example.com/cool-linux-x86_64.tar.gz"
      sha256 "0"
    end
  end

  def install
    bin.install "cool"
  end
end
