import { expect, it } from "vitest";
import type { DriveDetail } from "../drive-detail";
import { fixingAction } from "./fixing-action";

const drive = (...schedulers: (string | undefined)[]) =>
  ({
    namespaces: schedulers.map((scheduler, index) => ({ nsid: index + 1, scheduler })),
    controller: null,
    details: undefined,
  }) as unknown as DriveDetail;

it("asks for the format that the finding names, without a secure erase", () => {
  expect(fixingAction({ kind: "format", nsid: 2, lbaFormat: 3, dataBytes: 4096 }, drive())).toEqual({
    kind: "format",
    nsid: 2,
    lbaFormat: 3,
    secureErase: "none",
  });
});

it("sets the scheduler of the namespace that has another one", () => {
  expect(fixingAction({ kind: "setScheduler" }, drive("none", "bfq"))).toEqual({
    kind: "setScheduler",
    nsid: 2,
    scheduler: "none",
  });
  expect(fixingAction({ kind: "setScheduler" }, drive("none", undefined)), "mended meanwhile").toBeUndefined();
});
