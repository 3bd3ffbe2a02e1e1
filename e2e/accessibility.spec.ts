import { AxeBuilder } from "@axe-core/playwright";
import { comparisonSelection } from "@crosspoint/services/compare/rules/selection";
import { shareComparison } from "@crosspoint/services/compare/share/create";
import type { Page } from "@playwright/test";
import { expect, test } from "./stack/fixtures.ts";
import { SimulatedHost } from "./stack/simulated-host.ts";
import type { Stack } from "./stack/stack.ts";
import { storePlan } from "./stack/stored-plans.ts";
import { expectRunState, launchWorkload } from "./steps/launch.ts";

const hostname = "axe-shelf";
const drive = { pciVendorId: 0x8086, model: "INTEL SSDPED1K375GA", serial: "AXE7335006W375AGN" };
const sick = { pciVendorId: 0x144d, model: "SAMSUNG MZQL21T9HCJR", serial: "AXE64GNE0T100001" };

const colorSchemes = ["light", "dark"] as const;

/** What axe calls serious or critical in either color scheme, with the element and the remedy. */
async function seriousFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("class", new RegExp(colorScheme));
    // A page has no frames of other origins, for whose sake each look would open a page of its own.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
    // But for its colors, a page is the same in the other scheme.
    if (colorScheme !== colorSchemes[0]) axe.withRules(["color-contrast", "link-in-text-block"]);
    findings.push(...(await findingsOf(axe)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return findings;
}

async function findingsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
    );
}

/** The token of a link to a run beside a published result. */
async function sharedComparison({ db }: Stack, runId: string): Promise<string> {
  const { id, name, email } = await db.user.findFirstOrThrow({ where: { role: "admin" } });
  const actor = { kind: "person", id, name, email, role: "admin" } as const;
  const series = [`run:${runId}`, "published:anandtech-p4800x-375gb:Intel SSD DC P3700 800GB"];
  const selection = comparisonSelection.parse({ series });
  const { token } = await shareComparison({ db, actor, now: new Date() }, { query: "", selection, expiresInDays: 1 });
  return token;
}

test.describe("axe finds nothing serious", () => {
  test.describe.configure({ mode: "serial" });
  /** Pages by name; those of objects are known once the objects are there. */
  const pages = new Map<string, string>([
    ["fleet", "/fleet"],
    ["drives", "/drives"],
    ["hosts", "/hosts"],
    ["add a host", "/hosts?add=true"],
    ["upgrades", "/hosts/upgrades"],
    ["groups", "/groups"],
    ["maintenance windows", "/groups/maintenance"],
    ["benchmarks", "/benchmarks"],
    ["import results", "/benchmarks/import"],
    ["new benchmark", "/benchmarks/new?plan=custom"],
    ["new schedule of many drives", "/benchmarks/new?many=true&start=weekly"],
    ["batches", "/benchmarks/batches"],
    ["schedules", "/benchmarks/schedules"],
    ["plans", "/benchmarks/plans"],
    ["new plan", "/benchmarks/plans/new?from=quick-check"],
    ["compare", "/compare"],
    ["choose series", "/compare?choose=true"],
    ["differences", "/compare?show=percent"],
    ["saved comparisons", "/compare/saved"],
    ["catalog", "/catalog"],
    ["sources", "/catalog/sources"],
    ["audit", "/audit"],
    ["settings", "/settings"],
    ["health thresholds", "/settings/thresholds"],
    ["health rules", "/settings/rules"],
    ["firmware notices", "/settings/firmware"],
    ["storage", "/settings/storage"],
  ]);

  test("with a fleet, a sick drive and a run to show", async ({ adminPage, stack }) => {
    test.setTimeout(180_000);
    const agent = await stack.startAgent(hostname);
    const host = await SimulatedHost.enroll(stack.settings.gatewayUrl, await stack.enrollmentToken(), "axe-fleet");
    await host.report([
      { identity: drive, capacityBytes: 375_083_606_016 },
      { identity: sick, capacityBytes: 1_920_383_410_176, log: { criticalWarning: 0b100, percentageUsed: 104 } },
    ]);
    await expect.poll(() => stack.db.scratchFile.count({ where: { host: { hostname } } }), { timeout: 60_000 }).toBe(1);
    const runId = await launchWorkload(adminPage, hostname, { "Duration (s)": 2, "Warm-up (s)": 0 });
    await expectRunState(adminPage, "Complete");
    await agent.stop();
    const { id: driveId } = await stack.db.drive.findFirstOrThrow({ where: { serial: sick.serial } });
    pages.set("run", `/benchmarks/${runId}`);
    const load = { pattern: "random", blockBytes: 4096, readPercent: 100 };
    const steps = [{ kind: "sweep", ...load, queueDepth: [1, 5000], durationSeconds: 60 }];
    pages.set("saved plan with a mistake", `/benchmarks/plans/${await storePlan(stack.db, "Axe's plan", steps)}`);
    pages.set("run beside published", `/compare?m=${runId}.0.read&with=reference`);
    pages.set("drive", `/drives/${driveId}`);
    pages.set("host", `/hosts/${host.hostId}`);
    pages.set("shared comparison", `/share/${await sharedComparison(stack, runId)}`);
    pages.set("model", "/catalog/intel-optane-ssd-dc-p4800x");
  });

  test("on any page", async ({ adminPage }) => {
    test.setTimeout(900_000);
    for (const [name, path] of pages) {
      await test.step(name, async () => {
        await adminPage.goto(path);
        // Of the page, or of the dialog that hides it.
        await expect(adminPage.getByRole("heading").first()).toBeVisible();
        expect.soft(await seriousFindings(adminPage), `${name}, ${path}`).toEqual([]);
      });
    }
  });

  test("before signing in", async ({ page }) => {
    for (const path of ["/sign-in", "/setup?token=unknown", "/password?token=unknown"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect.soft(await seriousFindings(page), path).toEqual([]);
    }
  });
});
