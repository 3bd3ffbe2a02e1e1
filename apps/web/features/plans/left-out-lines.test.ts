import { expect, it } from "vitest";
import { leftOutLines } from "./left-out-lines";

const odd = "Blocks of 512 bytes are no multiple of its 4096-byte logical blocks.";
const noQueues = "The kernel has no poll queues for it.";
const of = (reason: string, ...whats: string[]) => whats.map((what) => ({ what, reason }));

it("tells a reason of several steps once", () => {
  const seven = [1, 2, 3, 4, 5, 6, 7].map((step) => `Step 3.${step}: 25 of 200 points`);
  expect(leftOutLines(of(odd, ...seven))).toEqual([`Steps 3.1 to 3.7: 25 of 200 points each. ${odd}`]);
});

it("keeps apart what is left out of steps in part, to other parts, and whole", () => {
  const parts = [
    ...of(odd, "Step 1: 1 of 3 points", "Step 2", "Step 4", "Step 5: 1 of 3 points"),
    ...of(noQueues, "Step 6"),
  ];
  expect(leftOutLines(parts)).toEqual([
    `Steps 1 and 5: 1 of 3 points each; steps 2 and 4. ${odd}`,
    `Step 6: ${noQueues}`,
  ]);
});

it("makes a range of neighbours alone: of one step, each after the other", () => {
  const steps = ["Step 1.1", "Step 1.2", "Step 1.3", "Step 2.1", "Step 2.2", "Step 9", "Step 10", "Step 11"];
  expect(leftOutLines(of(odd, ...steps))).toEqual([`Steps 1.1 to 1.3, 2.1, 2.2 and 9 to 11: ${odd}`]);
});

it("leaves as it is what is no step", () => {
  const parts = [...of("No spec sheet.", "Rated figures"), ...of("For the same or other reasons.", "3 more parts")];
  expect(leftOutLines(parts)).toEqual([
    "Rated figures: No spec sheet.",
    "3 more parts: For the same or other reasons.",
  ]);
});
