import { expect, test } from "../stack/fixtures.ts";
import { picture } from "../steps/picture.ts";
import { pressUntilVisible } from "../steps/press-until.ts";

const governed = "CVFT4170004W400BGN";
const optane = "PHKS7335006W375AGN";

test("settings: the page shows the new value once it is set, what the catalog knows where no value is documented", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  await stack.startReplayedHost("settings-shelf", [{ profile: "p3700" }, { profile: "p4800x" }]);
  const open = async (serial: string) => {
    await expect
      .poll(async () => (await stack.db.drive.findFirst({ where: { serial } }))?.detailsAt, { timeout: 60_000 })
      .toBeTruthy();
    const { id } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
    await page.goto(`/drives/${id}`);
  };
  const states = page.getByRole("region", { name: "Power states" });
  const controls = page.getByRole("region", { name: "Controls" });

  await test.step("a governor whose values are documented is set, and shown as set right after it is done", async () => {
    await open(governed);
    await expect(states).toContainText(/Power governor\s*25\sW/);
    await picture(page, "drive-p3700");
    const dialog = page.getByRole("dialog", { name: `Set the power governor of ${governed}` });
    await pressUntilVisible(controls.getByRole("button", { name: "Power governor…" }), dialog);
    const set = dialog.getByRole("button", { name: `Set the power governor of ${governed}` });
    await expect(set, "nothing would change").toBeDisabled();
    await set.focus();
    await expect(page.getByRole("tooltip")).toHaveText("This is the current value. Choose another one first.");
    await dialog.getByRole("combobox").selectOption("2");
    await set.click();
    await expect(controls.getByRole("table").getByRole("row").nth(1)).toContainText("Done", { timeout: 30_000 });
    // The agent reads the drive anew, reports it in its next round (5 s), and the page asks when it hears of it (2 s):
    // long before the page would by itself (30 s).
    await expect(states).toContainText(/Power governor\s*10\sW/, { timeout: 15_000 });
  });

  await test.step("SMART and the vendor's log say the same of what hosts wrote", async () => {
    // 655 012 839 data units of 512 000 B; 9 994 703 x 32 MiB.
    await expect(page.getByRole("row", { name: /^Data units written/ })).toContainText(/335\.4\sTB/);
    await expect(page.getByRole("row", { name: "Written by hosts" })).toContainText(/335\.4\sTB/);
  });

  await test.step("a power state that reports no latency shows none", async () => {
    await expect(states.getByRole("table").getByRole("row").nth(1)).not.toContainText("ns");
    await expect(page.getByRole("region", { name: "Thermal" })).toContainText(/Above warning\s*never/);
  });

  await test.step("an Optane's governor: raw, with the watts that the catalog knows and their source", async () => {
    await open(optane);
    await expect(states).toContainText(/value 0 of feature C6h; it is not documented what its values mean/);
    await expect(states).toContainText(/a governor of 12\sW and 18\sW \(AnandTech/);
    await expect(controls.getByRole("button", { name: "Power governor…" }), "never a guess").toBeDisabled();
  });
});
