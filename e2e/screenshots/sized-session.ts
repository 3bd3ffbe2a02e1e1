import type { Browser } from "@playwright/test";
import { step } from "../../scripts/steps/progress.ts";
import { fillHuge, fillSmall, nothingShown } from "../fleet/sized-fleet.ts";
import { Stack } from "../stack/stack.ts";
import { signedIn } from "./signed-in.ts";
import { sizedPictures } from "./sized-pictures.ts";
import { takeAll } from "./take.ts";

/** Takes the pictures of one product while its fleet grows from nothing to 100,000 drives. */
export async function takeSized(browser: Browser): Promise<void> {
  const stack = await Stack.start();
  try {
    await stack.createAdmin();
    const { page } = await signedIn(stack, browser);
    await step("Take the pictures of an empty fleet", (show) =>
      takeAll(page, sizedPictures("empty", nothingShown), show),
    );
    const small = await fillSmall(stack);
    await step("Take the pictures of a small fleet", (show) => takeAll(page, sizedPictures("small", small), show));
    const huge = await step("Add 100,000 drives", () => fillHuge(stack));
    try {
      await step("Take the pictures of a huge fleet", (show) => takeAll(page, sizedPictures("huge", huge), show));
    } finally {
      await huge.stop();
    }
  } finally {
    await stack.close();
  }
}
