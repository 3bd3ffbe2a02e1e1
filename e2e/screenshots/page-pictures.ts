import type { Actor } from "@crosspoint/services";
import { createSchedule } from "@crosspoint/services/schedule/create";
import { expect, type Page } from "@playwright/test";
import type { Stack } from "../stack/stack.ts";
import { importSamples } from "../steps/import-samples.ts";
import { labDrives, shownDrive } from "./lab-runs.ts";
import type { Picture } from "./picture.ts";

const launched = labDrives.slice(0, 3).map(({ serial }) => serial);

/** Pages of hosts that report at this moment. */
export function livePictures(): Picture[] {
  return [
    {
      name: "launch",
      section: "Launch",
      origin: "none",
      caption: "Three drives chosen, each with its preflight, to be started together.",
      path: "/benchmarks/new?many=true",
      prepare: chooseThree,
    },
    {
      name: "schedules",
      section: "Launch",
      origin: "none",
      caption: "A schedule that launches a quick check on two drives every Wednesday and Sunday.",
      path: "/benchmarks/schedules",
    },
    {
      name: "plan-builder",
      section: "Launch",
      origin: "none",
      caption: "The plan builder: a SNIA latency plan with its steps as cards, and on the right what it comes to.",
      path: "/benchmarks/plans?search=snia latency",
      prepare: openBuilder,
    },
    {
      name: "import",
      section: "Import",
      origin: "none",
      caption:
        "Files of fio after their import, each with what was taken and what was not: what fio measured on its null engine, and a file that was edited by hand.",
      path: "/benchmarks/import",
      prepare: async (page) => await importSamples(page, shownDrive),
      once: true,
    },
  ];
}

/** For the page that lists schedules. */
export async function scheduleWeekly({ db }: Stack, actor: Actor): Promise<void> {
  const drives = await db.drive.findMany({ where: { serial: { in: launched.slice(0, 2) } } });
  await createSchedule(
    { db, actor, now: new Date() },
    {
      name: "Weekly check",
      targets: drives.map(({ id }) => ({ kind: "namespace", driveId: id, nsid: 1 })),
      plan: { kind: "builtIn", planId: "quick-check" },
      rhythm: { kind: "weekly", days: ["wednesday", "sunday"], time: "02:30", zone: "Europe/Berlin" },
    },
  );
}

async function chooseThree(page: Page): Promise<void> {
  const targets = page.getByRole("group", { name: "Targets" });
  await expect(async () => {
    for (const serial of launched) {
      await targets.getByRole("checkbox", { name: new RegExp(serial) }).check({ timeout: 3000 });
    }
    await expect(page.getByRole("table", { name: "Selected targets" }).getByRole("row")).toHaveCount(4, {
      timeout: 3000,
    });
  }).toPass({ timeout: 20_000 });
  await page.getByRole("region", { name: "Preflight" }).getByRole("radio", { name: "Start together" }).check();
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function openBuilder(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Start from this: SNIA PTS-E: latency/ }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(/^Copy of SNIA PTS-E: latency/);
  await page.evaluate(() => window.scrollTo(0, 0));
}
