import { expect, it } from "vitest";
import { buildAgentPackages } from "../../scripts/steps/agent-packages.ts";
import { inThrowAwayRoot } from "../../scripts/test/throw-away-root.ts";

const { deb } = await buildAgentPackages();
const run = (script: string) => inThrowAwayRoot(deb, script);
const unit = "/lib/systemd/system/crosspoint-agent.service";
const wanted = "/etc/systemd/system/multi-user.target.wants/crosspoint-agent.service";
const install = "dpkg --install /tmp/package.deb";

it("installs programs, configuration and service, and says what is to be done next", () => {
  const output = run(`
    ${install}
    crosspoint-agent --version
    uring-bench --version
    stat --format '%a %U %n' /etc/crosspoint/* /usr/bin/crosspoint-agent
    readlink ${wanted}
    test ! -e /var/lib/crosspoint && echo "no state yet"`);
  expect(output).toContain("crosspoint-agent enroll --server");
  expect(output).toMatch(/^crosspoint-agent \d/m);
  expect(output).toMatch(/^uring-bench \d/m);
  expect(output).toContain("600 root /etc/crosspoint/agent.toml");
  expect(output).toContain("644 root /etc/crosspoint/policy.toml");
  expect(output).toContain("755 root /usr/bin/crosspoint-agent");
  expect(output).toContain(unit);
  expect(output).toContain("no state yet");
});

it("does not loop before the host is enrolled: the agent ends with the code after which systemd leaves it", () => {
  const output = run(`
    ${install}
    code=0; crosspoint-agent run --config /etc/crosspoint/agent.toml 2>&1 || code=$?
    echo "ended with $code"
    echo 'serverr = "https://x"' >> /etc/crosspoint/agent.toml
    code=0; crosspoint-agent run --config /etc/crosspoint/agent.toml 2>&1 || code=$?
    echo "then with $code"
    grep RestartPreventExitStatus ${unit}`);
  expect(output).toContain("this host is not enrolled");
  expect(output).toContain("ended with 78");
  expect(output).toContain("unknown field `serverr`");
  expect(output).toContain("then with 78");
  expect(output).toContain("RestartPreventExitStatus=78");
});

it("has a unit that systemd finds no fault with, and that exposes little", () => {
  const output = run(`
    ${install}
    systemd-analyze verify ${unit} 2>&1
    systemd-analyze security --offline=yes --no-pager --threshold=36 ${unit} | tail -1`);
  expect(output).toMatch(/Overall exposure level for crosspoint-agent\.service: [0-3]\.\d OK/);
});

it("keeps what the administrator wrote over an upgrade and a removal, and leaves nothing when purged", () => {
  const output = run(`
    ${install} >/dev/null
    echo 'hostname = "kept"' >> /etc/crosspoint/agent.toml
    mkdir --mode 700 /var/lib/crosspoint && echo '{}' > /var/lib/crosspoint/identity.json
    ${install} </dev/null
    tail -1 /etc/crosspoint/agent.toml
    dpkg --remove crosspoint-agent
    ls /usr/bin/crosspoint-agent ${unit} 2>&1 || true
    tail -1 /etc/crosspoint/agent.toml; ls /var/lib/crosspoint
    dpkg --purge crosspoint-agent
    ls -d /etc/crosspoint /var/lib/crosspoint ${wanted} 2>&1 || true`);
  expect(output.match(/^hostname = "kept"$/gm)).toHaveLength(2);
  expect(output).not.toContain("Configuration file"); // no question was asked
  expect(output).toMatch(/cannot access '\/usr\/bin\/crosspoint-agent'/);
  expect(output).toContain("identity.json");
  for (const gone of ["/etc/crosspoint", "/var/lib/crosspoint", wanted]) {
    expect(output).toContain(`cannot access '${gone}'`);
  }
});
