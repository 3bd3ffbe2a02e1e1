import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constants, gzipSync, zstdCompressSync } from "node:zlib";
import { parseTrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { pino } from "pino";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createGateway } from "../gateway.ts";
import type { GatewayParts } from "../parts.ts";
import { AgentPackages } from "./agent-packages.ts";
import { installScript } from "./install-script.ts";

const serverUrl = "https://crosspoint.example.net/";
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

let folder: string;
let nowMs = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "crosspoint-packages-"));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

function gateway(from = folder) {
  const parts: Partial<GatewayParts> = {
    logger: pino({ level: "silent" }),
    now: () => new Date(nowMs),
    proxies: parseTrustedProxies(""),
    packages: new AgentPackages(from, () => nowMs),
    serverUrl,
  };
  const app = createGateway(parts as GatewayParts);
  // Without a connection: no address to tell apart.
  return { request: async (path: string, init?: RequestInit) => await app.request(path, init, {}) };
}

/** Puts a file of a package's form there. */
function put(name: string, text = name): Buffer {
  const content = name.endsWith(".deb") ? debOf(text) : gzipSync(text);
  writeFileSync(join(folder, name), content);
  return content;
}

/** A Debian package as deb(5) describes it: an `ar` archive with three members. */
function debOf(text: string): Buffer {
  const packed = gzipSync(text);
  return arOf(["debian-binary", "2.0\n"], ["control.tar.gz", packed], ["data.tar.gz", packed]);
}

function arOf(...members: readonly (readonly [name: string, content: string | Buffer])[]): Buffer {
  const parts = members.map(([name, content]) => {
    const head = `${name.padEnd(48)}${String(content.length).padEnd(10)}\`\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from(content.length % 2 === 1 ? "\n" : "")];
  });
  return Buffer.concat([Buffer.from("!<arch>\n"), ...parts.flat()]);
}

/** A line of text, as xz packs it. */
const xz = Buffer.from(
  "/Td6WFoAAATm1rRGAgAhARwAAAAQz1jMAQAVYSBmaWxlIG9mIHRoZSBwYWNrYWdlCgAAALx1yCIzGA3CAAEuFlYJVd8ftvN9AQAAAAAEWVo=",
  "base64",
);

describe("the script", () => {
  it("names the newest build of each form for each processor, with checksum and size, and may be asked for again", async () => {
    put("crosspoint-agent-0.9.0-x86_64.deb");
    const deb = put("crosspoint-agent-0.10.0-x86_64.deb");
    const archive = put("crosspoint-agent-0.10.0-aarch64.tar.gz");
    put("crosspoint-agent-0.11.0-x86_64.rpm");
    put(".building-1");
    const answer = await gateway().request("/install.sh");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/x-shellscript; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    const script = await answer.text();
    expect(script).toContain("server='https://crosspoint.example.net'\n");
    expect(script).toContain(`builds='
aarch64 archive 0.10.0 ${sha256(archive)} ${archive.length} crosspoint-agent-0.10.0-aarch64.tar.gz
x86_64 deb 0.10.0 ${sha256(deb)} ${deb.length} crosspoint-agent-0.10.0-x86_64.deb
'`);
    const again = await gateway().request("/install.sh", {
      headers: { "if-none-match": answer.headers.get("etag") ?? "" },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("is one that a shell can read, and does nothing by half", () => {
    const script = installScript({ serverUrl, packages: [] });
    for (const shell of ["sh", "bash"]) execFileSync(shell, ["-n"], { input: script });
    const without = script.slice(0, script.lastIndexOf("main "));
    expect(execFileSync("sh", [], { input: without, encoding: "utf8" })).toBe("");
  });

  it.each([
    [undefined, "start the gateway with GATEWAY_URL"],
    [serverUrl, "has no build of the agent to give"],
  ])("says on the host what the server lacks: %s", (url, words) => {
    // Whoever runs the test: the script stops before it does anything.
    const script = `id() { echo 0; }\n${installScript({ serverUrl: url, packages: [] })}`;
    const { status, stderr } = spawnSync("sh", [], { input: script, encoding: "utf8" });
    expect([status, stderr.split("\n").length]).toEqual([1, 2]);
    expect(stderr).toContain(words);
  });
});

describe("a package", () => {
  it("is sent as it was hashed, and may be kept for ever", async () => {
    const content = put("crosspoint-agent-0.10.0-x86_64.deb", "a package");
    const path = `/agent/v1/download/${sha256(content)}/crosspoint-agent-0.10.0-x86_64.deb`;
    const answer = await gateway().request(path);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/vnd.debian.binary-package",
      "content-length": String(content.length),
      "cache-control": "public, max-age=31536000, immutable",
    });
    const head = await gateway().request(path, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(content.length),
      "",
    ]);
  });

  it.each(["x86_64.deb", "x86_64.tar.gz"])(
    "is not given while it is being copied, but the one before: %s",
    async (form) => {
      const [older, newer] = [`crosspoint-agent-0.9.0-${form}`, `crosspoint-agent-0.10.0-${form}`];
      put(older);
      const app = gateway();
      const given = async () => {
        nowMs += 1_000;
        const script = await (await app.request("/install.sh")).text();
        return [older, newer].filter((name) => script.includes(`${name}\n`));
      };
      const whole = put(newer);
      for (const bytes of [0, 5, 40, whole.length - 1]) {
        writeFileSync(join(folder, newer), whole.subarray(0, bytes));
        expect(await given(), `${bytes} bytes of ${whole.length}`).toEqual([older]);
      }
      writeFileSync(join(folder, newer), whole);
      expect(await given()).toEqual([newer]);
    },
  );

  describe("for Debian", () => {
    const name = "crosspoint-agent-0.10.0-x86_64.deb";
    const head = 8 + 60;
    const isGiven = async (content: Buffer) => {
      writeFileSync(join(folder, name), content);
      return (await (await gateway().request("/install.sh")).text()).includes(`${name}\n`);
    };
    const forms = [
      ["gz", gzipSync("a file of the package\n")],
      ["xz", xz],
      // With a checksum, as dpkg-deb has it written.
      ["zst", zstdCompressSync("a file of the package\n", { params: { [constants.ZSTD_c_checksumFlag]: 1 } })],
    ] as const;

    it.each(forms)("is given whole alone, and with what a signature adds to it: %s", async (form, packed) => {
      const control = [`control.tar.${form}`, packed] as const;
      const data = [`data.tar.${form}`, packed] as const;
      const binary = ["debian-binary", "2.0\n"] as const;
      const whole = arOf(binary, control, data);
      expect(await isGiven(whole)).toBe(true);
      expect(await isGiven(arOf(binary, control, data, ["_gpgorigin", "signed"]))).toBe(true);
      // Behind its first member, behind its second, and with the length that it will have.
      expect(await isGiven(arOf(binary))).toBe(false);
      expect(await isGiven(arOf(binary, control))).toBe(false);
      for (const bytes of [0, head, arOf(binary, control).length + 60, whole.length - 4]) {
        const reserved = Buffer.concat([whole.subarray(0, bytes), Buffer.alloc(whole.length - bytes)]);
        expect(await isGiven(reserved), `${bytes} bytes of ${whole.length}`).toBe(false);
      }
    });

    it("may hold what Node cannot unpack, and names with the slash that ar writes", async () => {
      const slashed = ["control.tar.gz/", gzipSync("control")] as const;
      expect(await isGiven(arOf(["debian-binary/", "2.0\n"], slashed, ["data.tar/", "data"]))).toBe(true);
    });
  });

  it("is there under its new checksum once its file has changed, and no longer under the old", async () => {
    const name = "crosspoint-agent-0.10.0-x86_64.tar.gz";
    const app = gateway();
    const status = async (content: Buffer) =>
      (await app.request(`/agent/v1/download/${sha256(content)}/${name}`)).status;
    const old = put(name, "old");
    expect(await status(old)).toBe(200);
    const newer = put(name, "newer");
    nowMs += 1_000;
    expect([await status(newer), await status(old)]).toEqual([200, 404]);
  });

  it.each(["crosspoint-agent-0.10.0-x86_64.tar.gz", "..%2f..%2fpackage.json", "secret"])(
    "is nothing else of the machine: %s",
    async (name) => {
      put("secret", "secret");
      const answer = await gateway().request(`/agent/v1/download/${sha256("secret")}/${name}`);
      expect(answer.status).toBe(404);
    },
  );

  it("that is gone once its name was read is left out, and the one before it given", async () => {
    put("crosspoint-agent-0.9.0-x86_64.deb");
    // A name without a file, as it is for whoever looks at the folder just before the file is removed.
    symlinkSync(join(folder, "removed"), join(folder, "crosspoint-agent-0.10.0-x86_64.deb"));
    const answer = await gateway().request("/install.sh");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("crosspoint-agent-0.9.0-x86_64.deb\n'");
  });

  it("is bounded in size, and its folder may be missing", async () => {
    writeFileSync(join(folder, "crosspoint-agent-0.10.0-x86_64.deb"), Buffer.alloc(64 * 1024 * 1024 + 1));
    expect(await (await gateway().request("/install.sh")).text()).toContain("builds='\n\n'");
    expect((await gateway(join(folder, "none")).request("/install.sh")).status).toBe(200);
  });
});

it("slows down whoever asks too often", async () => {
  const app = gateway();
  const statuses = await Promise.all(
    Array.from({ length: 125 }, async () => (await app.request("/install.sh")).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});
