import { expect, type Page, type Request, test } from "@playwright/test";
import { admin, Stack } from "../stack/stack.ts";
import { overflowing, settledWithinMs } from "../steps/overflowing.ts";
import { picture } from "../steps/picture.ts";
import { signIn } from "../steps/sign-in.ts";
import { fillHuge, fillSmall, hugeDrives, nothingShown, type Shown } from "./sized-fleet.ts";
import { type SizedPage, sizedPages } from "./sized-pages.ts";

/** Of one answer as it is sent. */
const answerBytesMost = 150 * 1024;
/** A list of all drives in the page would have a hundred times as many. */
const elementsMost = 6_000;
const widths = [1440, 390] as const;

/** A product of its own, which is filled as the tests go on. */
test.describe("the pages of a fleet", () => {
  test.describe.configure({ mode: "serial" });
  let stack: Stack;
  let page: Page;
  /** What went wrong in the browser, and answers that were too large. */
  const faults: string[] = [];
  const sizing: Promise<void>[] = [];
  const stops: (() => Promise<void>)[] = [];

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000);
    stack = await Stack.start();
    await stack.createAdmin();
    page = await (await browser.newContext({ baseURL: stack.settings.webUrl })).newPage();
    await signIn(page, admin);
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("requestfinished", (request) => void sizing.push(judgeSize(request)));
  });
  test.afterAll(async () => {
    for (const stop of stops) await stop();
    await page?.context().close();
    await stack?.close();
  });

  async function judgeSize(request: Request): Promise<void> {
    if (!request.url().includes("/api/") && request.resourceType() !== "document") return;
    const { responseBodySize } = await request.sizes();
    if (responseBodySize > answerBytesMost) faults.push(`${request.url()}: ${responseBodySize} bytes`);
  }

  async function expectNoFaults(): Promise<void> {
    await Promise.all(sizing.splice(0));
    expect(faults.splice(0)).toEqual([]);
  }

  /** Opens a page and holds it to what is true of every page, whatever the fleet's size. */
  async function open({ path }: SizedPage, of: Shown, seen: () => Promise<void>): Promise<void> {
    await page.setViewportSize({ width: widths[0], height: 900 });
    await page.goto(path(of));
    await seen();
    expect(await page.locator("*").count(), "elements of the page").toBeLessThan(elementsMost);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect(async () => expect(await overflowing(page), `at ${width} px`).toEqual([])).toPass({
        timeout: settledWithinMs,
      });
    }
    await page.setViewportSize({ width: widths[0], height: 900 });
    await expectNoFaults();
  }

  async function openFilled(size: string, of: Shown): Promise<void> {
    for (const sized of sizedPages) {
      await test.step(sized.name, async () => {
        await open(sized, of, async () => {
          for (const part of sized.shows) await expect(part(page)).toBeVisible();
        });
        await picture(page, `${sized.name}-${size}`);
      });
    }
  }

  test("say of an empty fleet that it is empty, and what to do", async () => {
    for (const sized of sizedPages) {
      const { empty } = sized;
      if (empty === undefined) continue;
      await test.step(sized.name, async () => {
        const heading = page.getByRole("main").getByRole("heading", { name: empty });
        await open(sized, nothingShown, () => expect(heading).toBeVisible());
        await expect(page.getByRole("main").getByRole("table")).toHaveCount(0);
        await picture(page, `${sized.name}-empty`);
      });
    }
  });

  test("show a small fleet whole", async () => {
    test.setTimeout(120_000);
    const shown = await fillSmall(stack);
    await openFilled("small", shown);
    await page.goto("/drives");
    await expect(page.getByText("5 known")).toBeVisible();
  });

  test("stay bounded with 100,000 drives, and can be worked with", async () => {
    test.setTimeout(300_000);
    const shown = await fillHuge(stack);
    stops.push(shown.stop);
    await openFilled("huge", shown);

    await test.step("the list goes to its end and draws what is in view", async () => {
      await page.goto("/drives?sort=serial");
      await expect(page.getByText(/^100,005 known$/)).toBeVisible();
      const rows = page.getByRole("table", { name: "Drives" });
      await expect(rows).toHaveAttribute("aria-rowcount", String(hugeDrives + 6));
      await expect(async () => {
        await page.getByRole("searchbox", { name: "Search drives" }).fill("phks00099999");
        await expect(page.getByText("1 match")).toBeVisible({ timeout: 3000 });
      }).toPass({ timeout: 30_000 });
      await expect(rows.getByRole("link")).toHaveText(["PHKS00099999"]);
    });
    await expectNoFaults();
  });
});
