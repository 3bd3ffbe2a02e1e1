import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { agentEvent } from "./events.ts";
import { wireMessages } from "./schema.ts";

interface Golden {
  message: keyof typeof wireMessages;
  body: unknown;
  errorPath?: string;
}

function goldens(folder: "valid" | "invalid"): [name: string, golden: Golden][] {
  const directory = new URL(`../golden/${folder}/`, import.meta.url);
  return readdirSync(directory)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, JSON.parse(readFileSync(new URL(name, directory), "utf8")) as Golden]);
}

describe("golden messages", () => {
  it.each(goldens("valid"))("%s is accepted and comes back unchanged", (_, golden) => {
    expect(wireMessages[golden.message].parse(golden.body)).toEqual(golden.body);
  });

  it.each(goldens("invalid"))("%s is refused at its path", (_, golden) => {
    const result = wireMessages[golden.message].safeParse(golden.body);
    expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual([golden.errorPath]);
  });

  it("show every message and every kind of event", () => {
    const valid = goldens("valid").map(([, golden]) => golden);
    expect(new Set(valid.map((golden) => golden.message))).toEqual(new Set(Object.keys(wireMessages)));

    const kinds = valid
      .filter((golden) => golden.message === "ReportRequest")
      .flatMap((golden) => (golden.body as { events: { kind: string }[] }).events.map((event) => event.kind));
    const known = agentEvent.options.flatMap((option) => [...option.shape.kind.values]);
    expect(new Set(kinds)).toEqual(new Set(known));
  });
});

describe("an unknown field", () => {
  it("is ignored, so that versions can differ", () => {
    const [, golden] = goldens("valid").find(([name]) => name === "enroll-request.json") ?? [];
    const body = golden?.body as object;
    expect(wireMessages.EnrollRequest.parse({ ...body, later: 1 })).toEqual(body);
  });
});
