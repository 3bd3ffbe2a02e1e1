import { expect, it } from "vitest";
import { actionName } from "./action-name";

it.each([
  ["drive.setPowerGovernor", "Set power governor"],
  ["access.signIn", "Sign in"],
  ["drive.mergeRecords", "Merge records"],
  ["odd", "Odd"],
])("calls %s %s", (action, name) => {
  expect(actionName(action)).toBe(name);
});
