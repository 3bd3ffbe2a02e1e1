import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { SimulatedHost } from "../stack/simulated-host.ts";
import { launch } from "../steps/launch.ts";
import { picture } from "../steps/picture.ts";

const hostname = "queue-shelf";
const model = "INTEL SSDPEDMD400G4";
const serials = ["CVFTQUEUE0000001", "CVFTQUEUE0000002", "CVFTQUEUE0000003"] as const;
const label = (serial: string) => `${model} ${serial}`;

test("runs wait on a busy host: seen live, reordered by keyboard, cancelled after a question", async ({
  adminPage: page,
  stack,
}) => {
  test.setTimeout(120_000);
  const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), hostname);
  await host.reportPolicy({ path: "/etc/crosspoint/policy.toml", allow: [], deny: [] });
  const identities = serials.map((serial) => ({ pciVendorId: 0x8086, model, serial }));
  await host.report(identities.map((identity) => ({ identity, capacityBytes: 400_088_457_216 })));
  const [running, second, third] = serials;
  const open = async (on: Page, serial: string) => {
    const { id } = await stack.db.drive.findFirstOrThrow({ where: { serial } });
    await on.goto(`/benchmarks/new?drive=${id}`);
  };

  await page.goto("/benchmarks/queue");
  await expect(page.getByRole("heading", { level: 1, name: "Queue" })).toBeVisible();
  await picture(page, "queue-empty");
  const other = await page.context().newPage();
  await open(other, running);
  await launch(other);
  const queue = page.getByRole("table", { name: `Queue of ${hostname}` });
  await expect(queue, "what is launched elsewhere appears by itself").toContainText(running);

  await test.step("a launch on the busy host is refused now, and waits in the queue", async () => {
    await other.goto("/benchmarks/new");
    await other.getByRole("searchbox", { name: "Search targets" }).fill(second);
    const option = other.getByRole("radio", { name: second });
    await expect(option).toHaveAccessibleName(new RegExp(`A benchmark is in progress on ${hostname}`));
    await option.check();
    const preflight = other.getByRole("region", { name: "Preflight" });
    await expect(preflight.getByRole("alert")).toContainText(running);
    await preflight.getByRole("radio", { name: "In the queue" }).check();
    await expect(preflight.getByRole("alert")).toBeHidden();
    await launch(other);
    await expect(other.getByText(`Queued on ${hostname}`)).toBeVisible();
    await open(other, third);
    await other.getByRole("radio", { name: "In the queue" }).check();
    await launch(other);
    await other.close();
  });

  const rows = queue.getByRole("row");
  await expect(rows).toContainText(["Target", running, second, third]);
  await expect(rows.nth(1)).toContainText("Starting");
  await expect(rows.nth(2)).toContainText(/starts in \d minutes/);
  await expect(page.getByRole("link", { name: "Benchmarks 2 queued" })).toBeVisible();
  await picture(page, "queue");

  await test.step("the last one moves up, and its button keeps the focus", async () => {
    const up = page.getByRole("button", { name: `Move Quick check on ${label(third)} up` });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect(rows).toContainText(["Target", running, third, second]);
    await expect(up).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: "place 1 of 2" })).toHaveCount(1);
    await expect(up).toHaveAttribute("aria-disabled", "true");
    await page.getByRole("button", { name: `Move Quick check on ${label(third)} down` }).press("Enter");
    await expect(rows).toContainText(["Target", running, second, third]);
  });

  for (const serial of [third, second, running]) {
    await page.getByRole("button", { name: `Cancel Quick check on ${label(serial)}` }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this run?" });
    await expect(dialog).toContainText(serial);
    await dialog.getByRole("button", { name: "Cancel run" }).click();
    await expect(queue.getByRole("row", { name: serial })).toBeHidden();
  }
  await expect(page.getByText("queued", { exact: true })).toBeHidden();
});
