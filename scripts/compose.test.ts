import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./steps/paths.ts";

it("docker-compose.yml publishes nothing to the network: a reverse proxy with TLS stands before it", () => {
  const file = readFileSync(join(root, "docker-compose.yml"), "utf8");
  const published = [...file.matchAll(/ports: \["(.*?)"\]/g)].map(([, port]) => port);
  expect(published).toHaveLength(2);
  for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
  expect(file.match(/^\s*ports:/gm)).toHaveLength(2);
});
