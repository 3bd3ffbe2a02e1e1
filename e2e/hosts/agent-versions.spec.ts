import { randomUUID } from "node:crypto";
import { expect, test } from "../stack/fixtures.ts";
import { servedAgent } from "../stack/stack.ts";

test("hosts whose agent is older than the server's are counted, marked and found", async ({ adminPage, stack }) => {
  const versions = { "vintage-1": "0.0.8", "vintage-2": "0.0.9", "vintage-3": servedAgent, "vintage-4": "9.0.0" };
  await stack.db.host.createMany({
    data: Object.entries(versions).map(([hostname, agentVersion]) => ({
      hostname,
      agentVersion,
      installationId: randomUUID(),
      agentKeyHash: randomUUID(),
    })),
  });
  await adminPage.goto("/hosts?search=vintage");
  const table = adminPage.getByRole("table", { name: "Hosts" });
  const shown = table.getByRole("link");
  await expect(shown).toHaveText(Object.keys(versions));
  const note = `server has ${servedAgent}`;
  await expect(table.getByRole("row").filter({ hasText: note })).toHaveCount(2);

  const filter = adminPage.getByRole("combobox", { name: "Agent version" });
  await expect(filter.getByRole("option")).toHaveText([
    "All agents",
    `Older than the server's ${servedAgent} (2)`,
    "0.0.8 (1)",
    "0.0.9 (1)",
    `${servedAgent} (1)`,
    "9.0.0 (1)",
  ]);
  await filter.selectOption(`Older than the server's ${servedAgent} (2)`);
  await expect(shown).toHaveText(["vintage-1", "vintage-2"]);
  await expect(adminPage).toHaveURL(/agent=older/);
  await adminPage.reload();
  await expect(shown, "the address is the filter").toHaveText(["vintage-1", "vintage-2"]);

  await adminPage.goto("/hosts?search=vintage&agent=0.0.1");
  await expect(filter).toHaveValue("0.0.1");
  await adminPage.getByRole("button", { name: "Clear filters" }).click();
  await expect(shown.filter({ hasText: "vintage" })).toHaveCount(4);
});
