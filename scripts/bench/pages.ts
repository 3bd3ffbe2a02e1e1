import { buildWeb } from "../steps/build.ts";
import { firstLoads } from "../steps/first-load.ts";
import { step } from "../steps/progress.ts";

/** How much JavaScript each page loads first, gzipped as a server sends it. A size, not a time: it is the same anywhere. */
export async function measurePages(): Promise<void> {
  await step("Build the pages", buildWeb);
  console.log("\nJavaScript of the first load, gzip");
  for (const { page, scripts, gzipBytes } of firstLoads()) {
    console.log(`  ${page.padEnd(24)} ${(gzipBytes / 1024).toFixed(1).padStart(6)} KiB in ${scripts} files`);
  }
}
