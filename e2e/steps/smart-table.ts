import type { Page } from "@playwright/test";

/** What the drive page says of the SMART / Health log: each field with the number that the drive holds. */
export async function shownSmart(page: Page): Promise<[field: string, raw: string][]> {
  const rows = page.getByRole("table", { name: "SMART / Health values" }).getByRole("row");
  const texts = await rows.evaluateAll((elements) =>
    elements.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "")),
  );
  return texts.filter((cells) => cells.length === 3).map(([field = "", , raw = ""]) => [field.trim(), raw.trim()]);
}
