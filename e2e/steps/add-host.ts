import { expect, type Locator, type Page } from "@playwright/test";
import { pressUntilVisible } from "./press-until.ts";

export interface AddHostDialog {
  readonly dialog: Locator;
  /** What a person runs on the host, taken from the clipboard as a person takes it. */
  readonly command: string;
  /** What the command tells the host of the server: for an agent that is there already. */
  readonly token: string;
}

/** Opens "Add a host", makes a token for one host and copies the command. The dialog stays open and waits. */
export async function openAddHost(page: Page): Promise<AddHostDialog> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/hosts");
  const dialog = page.getByRole("dialog", { name: "Add a host" });
  await pressUntilVisible(page.getByRole("main").getByRole("button", { name: "Add a host" }).first(), dialog);
  await dialog.getByRole("button", { name: "Generate token" }).click();
  await dialog.getByRole("button", { name: "Copy command" }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  await expect(
    dialog.getByRole("code").filter({ hasText: "install.sh" }),
    "the command shown is the one copied",
  ).toHaveText(command);
  const token = /CROSSPOINT_TOKEN=(cpe_[\w-]{20,})/.exec(command)?.[1] ?? "";
  return { dialog, command, token };
}
