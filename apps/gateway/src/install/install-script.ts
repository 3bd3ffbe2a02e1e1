import { readFileSync } from "node:fs";
import type { AgentPackage } from "./agent-packages.ts";

const template = readFileSync(new URL("install.sh", import.meta.url), "utf8");

export interface InstallScriptFacts {
  /** Where hosts reach this gateway; undefined where nobody said. */
  readonly serverUrl: string | undefined;
  readonly packages: readonly Pick<AgentPackage, "architecture" | "kind" | "version" | "sha256" | "content" | "name">[];
}

/**
 * The script that puts the agent on a host. What cannot work says so on the host, in words: whoever pipes it into a shell sees
 * nothing of an HTTP status but its number.
 */
export function installScript({ serverUrl, packages }: InstallScriptFacts): string {
  const builds = packages.map(({ architecture, kind, version, sha256, content, name }) =>
    [architecture, kind, version, sha256, content.byteLength, name].join(" "),
  );
  const values: Record<string, string> = {
    SERVER: quote(serverUrl?.replace(/\/+$/, "") ?? ""),
    BUILDS: `\n${builds.join("\n")}\n`,
    PROBLEM: quote(problemOf({ serverUrl, packages })),
  };
  return template.replace(/@(SERVER|BUILDS|PROBLEM)@/g, (_, key: string) => values[key] ?? "");
}

function problemOf({ serverUrl, packages }: InstallScriptFacts): string {
  if (serverUrl === undefined) {
    return "this server does not know by which address hosts reach it: start the gateway with GATEWAY_URL.";
  }
  if (packages.length > 0) return "";
  return `${serverUrl} has no build of the agent to give. On the server: npm run package. Nothing was changed.`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
