const place = (indent, { url, sha256 }) =>
  [`url "${url}"`, `sha256 "${sha256}"`].map((line) => `${' '.repeat(indent)}${line}`).join('\n');

/** A Homebrew formula for the executables and the manual pages of a release. */
export const formula = ({
  version,
  description,
  homepage,
  license,
  executables,
  manual,
}) => `class Cfi < Formula
  desc "${description}"
  homepage "${homepage}"
  version "${version}"
  license "${license}"

  on_macos do
    on_arm do
${place(6, executables['darwin-arm64'])}
    end
    on_intel do
${place(6, executables['darwin-x64'])}
    end
  end

  on_linux do
    on_arm do
${place(6, executables['linux-arm64'])}
    end
    on_intel do
${place(6, executables['linux-x64'])}
    end
  end

  resource "manual" do
${place(4, manual)}
  end

  def install
    bin.install Dir["cfi-*"].first => "cfi"
    chmod 0755, bin/"cfi"
    resource("manual").stage { man1.install Dir["*.1"] }
    generate_completions_from_executable(bin/"cfi", "completion")
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/cfi --version").strip
  end
end
`;
