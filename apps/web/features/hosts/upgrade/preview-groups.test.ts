import { expect, it } from "vitest";
import { groupHosts, type PreviewedHost, previewText } from "./preview-groups";

const host = (hostname: string, more: Partial<PreviewedHost>): PreviewedHost => ({
  ...{ hostId: hostname, hostname, agentVersion: "0.9.0", to: undefined, whyNot: undefined },
  ...more,
});

it("tells each outcome once, with its hosts: what happens first, the largest groups first", () => {
  const silent = { message: "It is not reporting.", remedy: "Check the host." };
  const hosts = [
    host("a", { whyNot: { message: "Its policy denies upgrades.", remedy: "" } }),
    ...Array.from({ length: 100 }, (_, index) => host(`silent-${index}`, { whyNot: silent })),
    host("b", { to: "1.0.0" }),
    host("c", { to: "1.0.0", agentVersion: "0.8.0" }),
    host("d", { to: "1.0.0" }),
  ];
  expect(groupHosts(hosts).map(({ to, text, remedy, hostnames }) => [to, text, remedy, hostnames.length])).toEqual([
    ["1.0.0", "0.9.0 → 1.0.0", "", 2],
    ["1.0.0", "0.8.0 → 1.0.0", "", 1],
    [undefined, "It is not reporting.", "Check the host.", 100],
    [undefined, "Its policy denies upgrades.", "", 1],
  ]);
  expect(groupHosts(hosts)[0]?.hostnames).toEqual(["b", "d"]);
});

it.each([
  [2, 0, "2 hosts will be upgraded"],
  [1, 3, "1 host will be upgraded, 3 hosts won't"],
  [0, 2, "None of these 2 hosts can be upgraded"],
  [0, 1, "This host can't be upgraded"],
])("says of %i hosts that would be upgraded and %i that would not: %s", (will, wont, text) => {
  const some = (count: number, more: Partial<PreviewedHost>) => Array.from({ length: count }, () => host("a", more));
  expect(previewText([...some(will, { to: "1.0.0" }), ...some(wont, {})])).toBe(text);
});
