/**
 * Makes docs/images and docs/pictures.md from a real product: `npm run screenshots -w @crosspoint/e2e`. Needs what the lab needs.
 * `-- measure` only measures, and keeps that; `-- again` takes all pictures of what was kept, `-- again rounds compare-` that one and
 * those whose names begin so, without a host; `-- demo` takes those of the simulated fleet alone, `-- sizes` those of an empty, a small
 * and a huge fleet.
 */
import { type Browser, chromium } from "@playwright/test";
import { buildAgent, buildWeb, generateDatabaseClient } from "../../scripts/steps/build.ts";
import { step } from "../../scripts/steps/progress.ts";
import { browserOptions } from "../playwright.config.ts";
import { Stack } from "../stack/stack.ts";
import { takeDemo } from "./demo-session.ts";
import { writeGallery } from "./gallery.ts";
import { Session } from "./session.ts";
import { takeSized } from "./sized-session.ts";

const [mode = "all", ...names] = process.argv.slice(2);
const modes = ["all", "measure", "again", "demo", "sizes"];
if (!modes.includes(mode)) throw new Error(`"${mode}" is none of: ${modes.join(", ")}.`);

await step("Build pages and agent", async (show) => {
  await generateDatabaseClient(show);
  await buildWeb(show);
  await buildAgent(show);
});
const browser = await chromium.launch(browserOptions);
try {
  if (mode !== "demo" && mode !== "sizes") await ofRuns(browser);
  if (mode === "demo" || mode === "all") await takeDemo(browser);
  if (mode === "sizes" || mode === "all") await takeSized(browser);
} finally {
  await browser.close();
}
if (mode !== "measure") writeGallery();

async function ofRuns(browser: Browser): Promise<void> {
  const stack = await step("Start the product", () => Stack.start());
  try {
    await stack.createAdmin();
    const session = await Session.begin(stack, browser);
    const does = { measures: mode !== "again", takes: mode !== "measure" };
    await (names.length > 0 ? session.take(names) : session.whole(does));
  } finally {
    await stack.close();
  }
}
