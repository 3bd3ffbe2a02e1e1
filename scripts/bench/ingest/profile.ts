import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** What a frame belongs to, the first that fits; a frame of Node's own is its caller's. */
const parts: readonly (readonly [part: string, frame: RegExp])[] = [
  ["waiting", /^\(idle\)/],
  ["garbage collection", /^\(garbage collector\)/],
  ["JSON of the body, gunzip", /read-json\.ts/],
  ["zod", /node_modules\/zod\//],
  ["scan, judge", /services\/src\/(report\/(scan|judge)|unstorable-text|parse)/],
  ["verdicts", /(domain\/src\/health|services\/src\/health|packages\/catalog)/],
  ["columns of the statements", /db\/src\/queries/],
  ["the group", /services\/src\/(report|gathering|telemetry|drive|live|transaction)/],
  ["keys, rights", /services\/src\/(host|access|rights|require)/],
  ["Prisma", /(@prisma|generated\/client)/],
  ["the PostgreSQL driver", /node_modules\/pg/],
  ["HTTP", /(node_modules\/(hono|@hono)|apps\/gateway|node:_http|node:http)/],
  ["logs", /node_modules\/pino/],
];

/** The shares of the thread's time by part, the largest first, from the newest `.cpuprofile` of a folder. */
export function timeByPart(folder: string): { part: string; share: number }[] {
  const file = readdirSync(folder)
    .filter((name) => name.endsWith(".cpuprofile"))
    .toSorted()
    .at(-1);
  if (file === undefined) return [];
  const profile = JSON.parse(readFileSync(join(folder, file), "utf8")) as CpuProfile;
  const partOf = partsOfNodes(profile);
  const spent = new Map<string, number>();
  let all = 0;
  profile.samples.forEach((id, index) => {
    const us = profile.timeDeltas[index] ?? 0;
    const part = partOf.get(id) ?? "other";
    if (part === "waiting") return;
    all += us;
    spent.set(part, (spent.get(part) ?? 0) + us);
  });
  return [...spent].map(([part, us]) => ({ part, share: us / all })).toSorted((a, b) => b.share - a.share);
}

/** A frame that is nobody's (Node's own, native) counts for whoever called it. */
function partsOfNodes({ nodes }: CpuProfile): ReadonlyMap<number, string | undefined> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const partOf = new Map<number, string | undefined>();
  const [root] = nodes;
  const open: [id: number, above: string | undefined][] = root === undefined ? [] : [[root.id, undefined]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [id, above] = next;
    const node = byId.get(id);
    if (node === undefined) continue;
    const frame = `${node.callFrame.functionName} ${node.callFrame.url}`;
    const own = parts.find(([, pattern]) => pattern.test(frame))?.[0] ?? above;
    partOf.set(id, own);
    for (const child of node.children ?? []) open.push([child, own]);
  }
  return partOf;
}
