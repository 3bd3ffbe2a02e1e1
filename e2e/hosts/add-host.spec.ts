import { cpus, release } from "node:os";
import { expect, test } from "../stack/fixtures.ts";
import { openAddHost } from "../steps/add-host.ts";

test("a host joins with the token that the dialog shows, and appears by itself", async ({ adminPage, stack }) => {
  const watching = await adminPage.context().newPage();
  await watching.goto("/hosts");
  await expect(watching.getByRole("heading", { name: "Hosts", level: 1 })).toBeVisible();

  const { dialog, command: line, token } = await openAddHost(adminPage);
  const { gatewayUrl } = stack.settings;
  expect(line).toBe(`{ echo CROSSPOINT_TOKEN=${token}; curl -fsSL ${gatewayUrl}/install.sh; } | sudo sh`);
  const script = await (await adminPage.request.get(`${gatewayUrl}/install.sh`)).text();
  expect(script, "which is there, and installs from this server").toContain(`\nserver='${gatewayUrl}'\n`);
  const command = `crosspoint-agent run --server ${gatewayUrl} --token ${token}`;
  await expect(dialog.getByText("Waiting for the host to enroll.")).toBeVisible();
  await expect(dialog.getByText(`Only this machine can reach ${gatewayUrl}`)).toBeVisible();
  await expect(dialog.getByText("crosspoint-agent doctor")).toBeHidden();
  await dialog.getByText("The host does not appear").click();
  await expect(dialog.getByText("crosspoint-agent doctor")).toBeVisible();

  const agent = await stack.runAgentCommand(command, "shelf-1");
  await expect(dialog.getByText(/^shelf-1 has enrolled and reported$/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText("Waiting for the host to enroll.")).toBeHidden();
  await expect(
    watching.getByRole("table", { name: "Hosts" }).getByRole("row", { name: / Reporting shelf-1 / }),
    "a page that was open before shows the host without a reload",
  ).toBeVisible({ timeout: 20_000 });

  await dialog.getByRole("link", { name: "Open" }).click();
  await expect(adminPage.getByRole("heading", { name: "shelf-1", level: 1 })).toBeVisible();

  const environment = adminPage.getByRole("region", { name: "Environment" });
  await expect(environment.getByText(release(), { exact: false })).toBeVisible();
  await expect(environment.getByText(`${cpus()[0]?.model}, ${cpus().length} logical`)).toBeVisible();
  await expect(environment.getByText(/^uring-bench \d+\.\d+\.\d+$|^\d+\.\d+\.\d+$/).first()).toBeVisible();
  await expect(adminPage.getByRole("region", { name: "Host policy" })).toContainText("Nothing that writes to a drive.");
  await expect(adminPage.getByRole("table", { name: "Scratch files" })).toContainText("agent-shelf-1/scratch.dat", {
    timeout: 20_000,
  });

  await test.step("the token lets in no second host", async () => {
    const second = await stack.runAgentCommand(command, "shelf-2");
    await expect.poll(() => second.lastLines(), { timeout: 20_000 }).toMatch(/token/i);
    expect(await stack.db.host.findFirst({ where: { hostname: "shelf-2" } })).toBeNull();
    await second.stop();
  });
  await agent.stop();
});
