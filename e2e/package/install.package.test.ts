import { afterAll, beforeAll, expect, it } from "vitest";
import { installCommand } from "../../apps/web/features/hosts/list/install-command.ts";
import { buildAgentPackages } from "../../scripts/steps/agent-packages.ts";
import { inThrowAwayRoot } from "../../scripts/test/throw-away-root.ts";
import { AgentsDoor } from "../stack/agents-door.ts";

/** The line of "Add a host", from a real gateway, in copies of this system in which no systemd runs. */
const { deb } = await buildAgentPackages();
let door: AgentsDoor;

beforeAll(async () => {
  door = await AgentsDoor.open();
}, 120_000);
afterAll(async () => await door?.close());

/** Who pipes into sudo here is root already. What a test puts into /usr/local/bin goes before the system's own. */
const asRoot = `
  sudo() { "$@"; }
  put() { cat >/usr/local/bin/$1; chmod 755 /usr/local/bin/$1; }
  ended() { "$@" 2>&1 && echo "ended with 0" || echo "ended with $?"; }
  export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
const onAHost = (script: string) => inThrowAwayRoot(deb, `${asRoot}\n${script}`);
/** The line, as a function of the shell. */
const line = (token: string) => `line() { ${installCommand({ serverUrl: door.url, token })}; }`;
const script = (...words: string[]) => `curl -fsSL ${door.url}/install.sh | sh -s -- ${words.join(" ")}`;
const hosts = () => door.db.host.count();

it("installs the package, enrolls once, ends with doctor's report, and changes nothing when run again", async () => {
  const before = await hosts();
  const output = onAHost(`
    ${line(await door.token())}
    ended line
    stat --format '%a %n' /var/lib/crosspoint /var/lib/crosspoint/identity.json
    dpkg-query -W -f '\${Status}\\n' crosspoint-agent
    grep -c ${door.url} /var/lib/crosspoint/identity.json
    echo AGAIN
    sha256sum /var/lib/crosspoint/* /usr/bin/crosspoint-agent >/tmp/before
    ended line
    ended eval '${script("install")}'
    sha256sum --check --quiet /tmp/before && echo "nothing changed"`);
  const [first = "", again = ""] = output.split("AGAIN");
  expect(first).toMatch(/this host gets crosspoint-agent \d+\.\d+\.\d+ for \w+ \(deb\) from/);
  expect(first).toContain("the checksum is right");
  expect(first).toContain("systemd does not run here");
  expect(first).toMatch(/^enrollment +ok +enrolled as host/m);
  expect(first).toMatch(/^key +ok +accepted by the server/m);
  expect(first).toMatch(/^700 \/var\/lib\/crosspoint$/m);
  expect(first).toMatch(/^600 .*identity\.json$/m);
  expect(first).toContain("install ok installed");
  expect(again.match(/exactly this build is installed already/g)).toHaveLength(2);
  expect(again).toContain("This host is enrolled already");
  expect(again).toContain("nothing changed");
  expect(await hosts()).toBe(before + 1);
});

it("gives the token to no process as an argument", async () => {
  const token = await door.token();
  const traced = installCommand({ serverUrl: door.url, token }).replace("| sudo sh", "| sudo sh -x");
  const lines = onAHost(`{ ${traced}; } 2>&1 || true`).split("\n");
  const told = lines.filter((line) => line.includes(token));
  expect(told).toContainEqual(expect.stringMatching(/^\+ CROSSPOINT_TOKEN=\S+ crosspoint-agent enroll/));
  // Assignments and tests are the shell's own.
  for (const line of told) expect(line.replace(/^\+ (\w+=\S+ ?|\[ .*)/, "")).not.toContain(token);
});

it("installs the plain programs where packages are not dpkg's, and removes them", async () => {
  const output = onAHost(`
    printf '#!/bin/sh\\nexit 1\\n' | put dpkg-query
    ${line(await door.token())}
    ended line
    stat --format '%a %n' /usr/bin/crosspoint-agent /usr/bin/uring-bench /etc/systemd/system/crosspoint-agent.service /etc/crosspoint/*
    echo 'hostname = "kept"' >>/etc/crosspoint/agent.toml
    echo UNINSTALL
    ended eval '${script("uninstall")}'
    ls /usr/bin/crosspoint-agent /usr/bin/uring-bench /etc/systemd/system/crosspoint-agent.service 2>&1 || true
    ls /var/lib/crosspoint
    ended eval '${script("install")}'
    tail -1 /etc/crosspoint/agent.toml
    echo PURGE
    ended eval '${script("purge")}'
    ls -d /var/lib/crosspoint /etc/crosspoint 2>&1 || true`);
  const [installed = "", rest = ""] = output.split("UNINSTALL");
  const [uninstalled = "", purged = ""] = rest.split("PURGE");
  expect(installed).toContain("(archive)");
  expect(installed).toMatch(/^enrollment +ok/m);
  expect(installed).toMatch(
    /755 \/usr\/bin\/crosspoint-agent\n755 .*\n644 .*service\n600 .*agent\.toml\n644 .*policy\.toml/,
  );
  expect(uninstalled.match(/No such file/g)).toHaveLength(3);
  expect(uninstalled).toContain("identity.json");
  expect(uninstalled, "the same host, without a token").toMatch(/^key +ok/m);
  expect(uninstalled).toContain('hostname = "kept"');
  expect(purged.match(/No such file/g)).toHaveLength(2);
});

it("replaces no program by one of an archive that does not start", async () => {
  const output = onAHost(`
    printf '#!/bin/sh\\nexit 1\\n' | put dpkg-query
    ${line(await door.token())}
    ended line
    echo AGAIN
    cp /usr/bin/crosspoint-agent /tmp/was
    echo 'an older build' >/var/lib/crosspoint/installed
    printf '#!/bin/sh\\n/usr/bin/tar "$@" && echo "exit 9" >"$4/crosspoint-agent"\\n' | put tar
    ended line
    cmp /usr/bin/crosspoint-agent /tmp/was && echo "the same program"
    ls /usr/bin/*.new 2>&1 || true`);
  const [, again = ""] = output.split("AGAIN");
  expect(again).toContain("the program crosspoint-agent of");
  expect(again).toContain("does not start on this host");
  expect(again).toContain("Nothing was changed");
  expect(again).toContain("ended with 1");
  expect(again).toContain("the same program");
  expect(again).toContain("No such file");
});

it.each([
  [
    "another processor",
    "printf '#!/bin/sh\\n[ $1 = -s ] && echo Linux || echo riscv64\\n' | put uname",
    /processor is riscv64/,
  ],
  [
    "a download that was changed on its way",
    // Once the script is there, what curl brings ends with one byte more.
    `printf '#!/bin/sh\\n/usr/bin/curl "$@"; c=$?; for a; do [ "$p" = -o ] && printf x >>"$a"; p=$a; done; exit $c\\n' | put curl`,
    /does not have the SHA-256/,
  ],
  [
    "a download that does not come",
    `printf '#!/bin/sh\\ncase "$*" in *-o*) exit 22;; esac; exec /usr/bin/curl "$@"\\n' | put curl`,
    /could not be downloaded/,
  ],
])("refuses %s, and leaves the host as it was", async (_, prepare, words) => {
  const before = await hosts();
  const output = onAHost(`
    ${prepare}
    ${line(await door.token())}
    ended line
    ls -d /usr/bin/crosspoint-agent /var/lib/crosspoint /etc/crosspoint 2>&1 || true`);
  expect(output).toMatch(words);
  expect(output).toContain("Nothing was changed");
  expect(output).toContain("ended with 1");
  expect(output.match(/No such file/g)).toHaveLength(3);
  expect(await hosts()).toBe(before);
});

it("needs root, a token, and TLS to another machine", async () => {
  const output = onAHost(`
    curl -fsSL ${door.url}/install.sh >/tmp/install.sh
    ended setpriv --reuid 65534 --clear-groups sh /tmp/install.sh
    ended sh /tmp/install.sh
    sed -i "s|^server=.*|server='http://192.0.2.7:4100'|" /tmp/install.sh
    ended sh /tmp/install.sh
    ended sh /tmp/install.sh upgrade`);
  expect(output).toContain("this needs root");
  expect(output).toContain("there is no enrollment token");
  expect(output).toContain("http://192.0.2.7:4100 is not encrypted");
  expect(output).toContain("'upgrade' is not install, uninstall or purge");
  expect(output.match(/ended with 1/g)).toHaveLength(4);
});

it("is enrolled by no token that is spent, and says how to go on", async () => {
  const token = await door.token();
  await door.db.enrollmentToken.updateMany({ data: { usesLeft: 0 } });
  const output = onAHost(`${line(token)}\nended line`);
  expect(output).toContain("The enrollment token is used up");
  expect(output).toContain("installed, but not enrolled");
  expect(output).toContain("ended with 1");
});
