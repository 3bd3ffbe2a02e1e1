import { describe, expect, it } from "vitest";
import { answerOf } from "./summary";

type Asked = Parameters<typeof answerOf>[0];

const fleet = (some: Partial<Asked>): Asked => ({
  ...{ drives: 1200, hostsWithKey: 50, drivesInNeedTotal: 0, silentHostsTotal: 0, reachability: { kind: "reachable" } },
  ...{ drivesInMaintenance: 0, silentHostsInMaintenance: 0, contestedDrivesTotal: 0 },
  byVerdict: [{ verdict: "good", count: 1200 }],
  ...some,
});

describe("the answer of the fleet page", () => {
  it.each<[string, Partial<Asked>]>([
    ["All 1,200 drives are good, and all 50 hosts report.", {}],
    [
      "The drive is good, and the host reports.",
      { drives: 1, hostsWithKey: 1, byVerdict: [{ verdict: "good", count: 1 }] },
    ],
    ["All 3 hosts report.", { drives: 0, hostsWithKey: 3, byVerdict: [] }],
    ["1 drive needs attention; 1,200 of 1,201 drives are good.", { drives: 1201, drivesInNeedTotal: 1 }],
    [
      "3 drives need attention, 1 host does not report; 1,200 of 1,230 drives are good.",
      { drives: 1230, drivesInNeedTotal: 3, silentHostsTotal: 1 },
    ],
    [
      "3 drives need attention, 4 hosts do not report; 1 host that does not report is in maintenance; 1,200 of 1,230 drives are good.",
      { drives: 1230, drivesInNeedTotal: 3, silentHostsTotal: 4, silentHostsInMaintenance: 1 },
    ],
    ["2 drives are contested; 1,200 of 1,200 drives are good.", { contestedDrivesTotal: 2 }],
    ["2 hosts do not report.", { drives: 0, byVerdict: [], silentHostsTotal: 2 }],
    [
      "Nothing needs attention; 1 host that does not report is in maintenance; 1,200 of 1,224 drives are good.",
      { drives: 1224, silentHostsInMaintenance: 1 },
    ],
    [
      "Nothing needs attention; 3 drives and 2 hosts that do not report are in maintenance; 1,200 of 1,230 drives are good.",
      { drives: 1230, drivesInMaintenance: 3, silentHostsInMaintenance: 2 },
    ],
    [
      "Nothing needs attention; 1 host that does not report is in maintenance.",
      { drives: 0, byVerdict: [], silentHostsInMaintenance: 1 },
    ],
    ["Nothing needs attention; 1,200 of 1,201 drives are good.", { drives: 1201 }],
    [
      "Nothing is known of now: this is how the fleet was when hosts could still report.",
      { reachability: { kind: "away", since: undefined } },
    ],
  ])("is %j", (text, some) => {
    expect(answerOf(fleet(some))).toBe(text);
  });
});
