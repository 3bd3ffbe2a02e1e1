import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { driveModels, findDriveModel, type PowerGovernorSetting } from "./index.ts";

interface Golden {
  readonly modelNumber: string;
  readonly settings: readonly PowerGovernorSetting[];
}

/** The agent's own list (agent/crates/nvme/src/model.rs) is held to the same file. */
const golden = JSON.parse(
  readFileSync(new URL("../golden/power-governor.json", import.meta.url), "utf8"),
) as readonly Golden[];

it.each(golden)("knows what the power governor's values mean on $modelNumber", ({ modelNumber, settings }) => {
  expect(findDriveModel(modelNumber)?.model.powerGovernorSettings ?? []).toEqual(settings);
});

it("has every model with documented values among them", () => {
  const known = driveModels.filter(({ powerGovernorSettings }) => powerGovernorSettings.length > 0);
  const tried = golden
    .filter(({ settings }) => settings.length > 0)
    .map((each) => findDriveModel(each.modelNumber)?.model);
  expect(new Set(tried)).toEqual(new Set(known));
});
