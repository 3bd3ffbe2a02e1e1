/**
 * Makes docs/images and docs/pictures.md from a real product: `npm run screenshots -w @crosspoint/e2e`. Needs what the lab needs.
 * `-- measure` only measures, and keeps that; `-- again` takes all pictures of what was kept, `-- again rounds compare-` that one and
 * those whose names begin so, without a host.
 */
import { type Browser, chromium } from "@playwright/test";
import { buildAgent, buildWeb, generateDatabaseClient } from "../../scripts/steps/build.ts";
import { step } from "../../scripts/steps/progress.ts";
import { browserOptions } from "../playwright.config.ts";
import { Stack } from "../stack/stack.ts";
import { Session } from "./session.ts";

const [mode = "all", ...names] = process.argv.slice(2);
if (!["all", "measure", "again"].includes(mode)) throw new Error(`"${mode}" is none of: all, measure, again.`);

await step("Build pages and agent", async (show) => {
  await generateDatabaseClient(show);
  await buildWeb(show);
  await buildAgent(show);
});
const stack = await step("Start the product", () => Stack.start());
let browser: Browser | undefined;
try {
  await stack.createAdmin();
  browser = await chromium.launch(browserOptions);
  const session = await Session.begin(stack, browser);
  const does = { measures: mode !== "again", takes: mode !== "measure" };
  await (names.length > 0 ? session.take(names) : session.whole(does));
} finally {
  await browser?.close();
  await stack.close();
}
