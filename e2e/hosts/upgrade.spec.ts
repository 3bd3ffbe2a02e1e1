import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { type Stack, servedAgent } from "../stack/stack.ts";

const path = "/etc/crosspoint/policy.toml";
const older = { agentVersion: "0.0.9", architecture: "x86_64" };

async function enroll(stack: Stack, name: string, more = {}, deny: string[] = []) {
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), name);
  await host.reportPolicy({ path, allow: [], deny }, { ...older, ...more });
  return host;
}

test("agents of several hosts are upgraded after a preview, and what became of each is told", async ({
  adminPage: page,
  stack,
}) => {
  const [good, bad] = [await enroll(stack, "lift-1"), await enroll(stack, "lift-2")];
  await enroll(stack, "lift-3", {}, ["upgrade"]);
  await enroll(stack, "lift-4", { architecture: "riscv64" });
  await enroll(stack, "lift-5", { upgradeObstacle: "it came by apt" });
  await enroll(stack, "lift-6", { agentVersion: servedAgent });

  await page.goto("/hosts?search=lift-");
  await page.getByRole("checkbox", { name: "Select lift-1" }).click();
  await page.getByRole("checkbox", { name: "Select lift-6" }).click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected hosts" });
  await expect(bar.getByRole("status")).toHaveText("6 hosts selected");
  await bar.getByRole("button", { name: "Upgrade agents…" }).click();

  const dialog = page.getByRole("dialog", { name: "Upgrade agents" });
  await expect(dialog.getByRole("status")).toHaveText("2 hosts will be upgraded, 4 hosts won't");
  for (const [name, words] of Object.entries({
    "lift-1": `0.0.9 → ${servedAgent}`,
    "lift-3": "Its policy denies upgrades.",
    "lift-4": "The server has no build for its processor (riscv64).",
    "lift-5": "It came by apt.",
    "lift-6": `Its agent is version ${servedAgent} already.`,
  })) {
    await expect(dialog.getByRole("listitem").filter({ hasText: name })).toContainText(words);
  }
  await test.step("a dialog that is loaded when it is first asked for gives the focus back as well", async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(bar.getByRole("button", { name: "Upgrade agents…" })).toBeFocused();
    await page.keyboard.press("Enter");
  });
  await dialog.getByRole("button", { name: "Upgrade 2 hosts" }).click();

  await expect(page).toHaveURL(/\/hosts\/upgrades\/[0-9a-f-]+$/);
  const progress = page.getByRole("main").getByRole("status");
  await expect(progress).toHaveText("0 of 2 hosts");
  const command = await good.takeCommand();
  expect(command).toMatchObject({ kind: "upgradeAgent", version: servedAgent });
  const phase = {
    id: crypto.randomUUID(),
    timeMs: Date.now(),
    kind: "commandProgress",
    commandId: command.id,
  } as const;
  await good.tell([{ ...phase, phase: "downloading" }]);
  const row = (name: string) => page.getByRole("table", { name: "Hosts" }).getByRole("row").filter({ hasText: name });
  await expect(row("lift-1")).toContainText("downloading");
  await good.answer(command, { outcome: "succeeded", reason: `0.0.9 → ${servedAgent}` });
  const why = `version ${servedAgent} ended with exit code 78 before it had proved itself. Version 0.0.9 runs again`;
  await bad.answer(await bad.takeCommand(), { outcome: "failed", reason: why });
  await expect(progress).toHaveText("2 hosts: 1 upgraded, 1 went back");
  await expect(row("lift-2")).toContainText(why);
  const left = page.getByRole("table", { name: "Left as they were" });
  await expect(left.getByRole("row")).toHaveCount(5);

  await page.goto("/hosts/upgrades");
  await expect(page.getByRole("row").filter({ hasText: "1 went back" })).toContainText(servedAgent);
  await page.goto(`/hosts/${good.hostId}`);
  await expect(page.getByRole("table", { name: "Commands" })).toContainText(`Upgrade the agent to ${servedAgent}`);
  await page.goto("/audit");
  await expect(page.getByText("Upgrade agent").first()).toBeVisible();
});
