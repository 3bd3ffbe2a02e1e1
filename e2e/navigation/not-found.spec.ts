import { expect, test } from "../stack/fixtures.ts";

const nobody = "00000000-0000-4000-8000-000000000000";
const addresses: readonly (readonly [path: string, title: string])[] = [
  [`/drives/${nobody}`, "Drive not found"],
  ["/drives/not-an-id", "Drive not found"],
  [`/hosts/${nobody}`, "Host not found"],
  [`/benchmarks/${nobody}`, "Run not found"],
  ["/catalog/no-such-model", "Model not found"],
  ["/nowhere/at/all", "Page not found"],
];

test("what is not there answers 404, inside the frame, says so in its title, and offers a search", async ({
  adminPage: page,
}) => {
  for (const [path, title] of addresses) {
    await test.step(path, async () => {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Crosspoint`);
      await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
      await expect(page.getByRole("main").getByRole("button", { name: "Search" })).toBeVisible();
    });
  }
  const field = page.getByRole("main").getByRole("textbox");
  await expect(async () => {
    await field.fill("PHKS733");
    await field.press("Enter");
    await expect(page).toHaveURL(/\/drives\?search=PHKS733$/, { timeout: 3000 });
  }).toPass();
});
