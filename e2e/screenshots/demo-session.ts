import type { ServiceContext } from "@crosspoint/services";
import { setThreshold } from "@crosspoint/services/health/set-threshold";
import type { Browser } from "@playwright/test";
import { demoOf, demoSize } from "../../scripts/start/demo/demo.ts";
import { buildAgent } from "../../scripts/steps/build.ts";
import { step } from "../../scripts/steps/progress.ts";
import { Stack } from "../stack/stack.ts";
import { demoPictures } from "./demo-pictures.ts";
import { signedIn } from "./signed-in.ts";
import { takeAll } from "./take.ts";
import { until } from "./until.ts";

/** Of a model that the pages' first reader knows. */
const shownModel = "INTEL SSDPED1K375GA";

/** Takes the pictures of the simulated fleet, from a product of its own: every page of it says that it is simulated. */
export async function takeDemo(browser: Browser): Promise<void> {
  const stack = await Stack.start();
  try {
    await stack.createAdmin();
    const { databaseUrl, gatewayUrl, logsDir } = stack.settings;
    const binaries = await buildAgent();
    const demo = demoOf({ size: demoSize, folder: stack.folder, logsDir, binaries, databaseUrl, gatewayUrl });
    await step("Make the simulated fleet", async (show) => {
      await demo.enroll();
      await demo.tellHistory();
      await demo.storePast(show);
    });
    const live = demo.startLive(false);
    try {
      const { page, actor } = await signedIn(stack, browser);
      await setThresholds({ db: stack.db, actor, now: new Date() });
      const shown = { model: shownModel, runs: { some: {} } };
      const { id } = await stack.db.drive.findFirstOrThrow({ where: shown, orderBy: { serial: "asc" } });
      await step("Wait until the hosts report and every drive is judged", () => settled(stack));
      await step("Take the pictures of the simulated fleet", (show) => takeAll(page, demoPictures(id), show));
    } finally {
      await live.stop();
    }
  } finally {
    await stack.close();
  }
}

/** For the page that lists them: one for the fleet, one for a model. */
async function setThresholds(context: ServiceContext): Promise<void> {
  await setThreshold(context, {
    scope: { kind: "fleet" },
    rule: "percentageUsed",
    grades: [{ severity: "watch", at: 80 }],
    why: "Replacements take us a quarter to get",
  });
  await setThreshold(context, {
    scope: { kind: "model", model: shownModel },
    rule: "warningTemperature",
    grades: [{ severity: "watch", at: 5, clearsAt: 0, forMinutes: 30 }],
    why: "Their shelf runs warm until it moves",
  });
}

/** Of a hundred hosts three or four are silent or cut off, as they are meant to be; on a busy machine others have yet to speak. */
const speakingShare = 0.96;

async function settled({ db }: Stack): Promise<void> {
  const holds = async () => {
    const spoke = { lastSeenAt: { gte: new Date(Date.now() - 120_000) } };
    const [hosts, speaking, marks] = [
      await db.host.count(),
      await db.host.count({ where: spoke }),
      await db.healthMark.count(),
    ];
    return speaking >= speakingShare * hosts && marks === 0;
  };
  await until("the hosts report and every drive is judged", holds, 600_000);
}
