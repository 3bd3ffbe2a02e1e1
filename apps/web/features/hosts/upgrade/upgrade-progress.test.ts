import { expect, it } from "vitest";
import { isOpen, upgradeText } from "./upgrade-progress";

it.each([
  [{ pending: 2 }, "0 of 2 hosts", true],
  [{ pending: 1, accepted: 1, succeeded: 3 }, "3 of 5 hosts: 3 upgraded", true],
  [{ succeeded: 1 }, "1 host: 1 upgraded", false],
  [
    { succeeded: 1200, failed: 2, declined: 1, interrupted: 1, expired: 4 },
    "1,208 hosts: 1,200 upgraded, 2 went back, 1 declined, 1 interrupted, 4 not heard of",
    false,
  ],
  [{}, "0 hosts", false],
])("%j reads as %s", (states, text, open) => {
  expect([upgradeText(states), isOpen(states)]).toEqual([text, open]);
});
