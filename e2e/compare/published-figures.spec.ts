import type { Page } from "@playwright/test";
import { expect, test } from "../stack/fixtures.ts";
import { metricHeads, ratios, type Statement, signs, statements, workloadWords } from "./published-statements.ts";

/** A comparison of everything that these sources state, drive by drive. */
function addressOf(sources: readonly string[]): string {
  const series = [...statements(), ...ratios().map(({ source, faster }) => ({ source, drive: faster }))]
    .filter(({ source }) => sources.includes(source))
    .map(({ source, drive }) => `published:${source}:${drive}`);
  return `/compare?s=${[...new Set(series)].map(encodeURIComponent).join(",")}`;
}

interface PageTable {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The tables of what is published, as a reader sees them: thin spaces as spaces. */
async function publishedTables(page: Page): Promise<PageTable[]> {
  await expect(page.getByRole("table", { name: /^Published / }).first()).toBeVisible();
  const tables = await page.getByRole("table", { name: /^Published / }).evaluateAll((found) =>
    found.map((table) => ({
      label: table.getAttribute("aria-label") ?? "",
      heads: [...table.querySelectorAll("thead th")].map((head) => head.textContent ?? ""),
      rows: [...table.querySelectorAll("tbody tr")].map((row) =>
        [...row.querySelectorAll("td")].map((cell) => (cell as HTMLElement).innerText),
      ),
    })),
  );
  const plain = (text: string) => text.replace(/[\u2009\u00a0]/g, " ");
  return tables.map((table) => ({ ...table, rows: table.rows.map((row) => row.map(plain)) }));
}

/** What the page shows for a statement; undefined where it shows nothing. */
function shownFor(tables: readonly PageTable[], statement: Statement): string | undefined {
  const { drive, workload, depth, clients, metric } = statement;
  const words = workloadWords[workload];
  const byClients = clients === undefined ? "results" : "by number of clients";
  // Two sources may state something of one drive: a table each.
  const own = tables.filter(({ label }) => label.startsWith(`Published ${byClients} of ${drive}, `));
  const found = own.flatMap((table) => table.rows.map((row) => ({ table, row })));
  const { table, row } =
    found.find(
      ({ row: [name, second] }) =>
        name?.split("\n")[0] === words && (clients !== undefined || depth === undefined || second === `QD${depth}`),
    ) ?? {};
  if (table === undefined || row === undefined) return undefined;
  if (clients !== undefined) return row[1]?.match(new RegExp(`(?:^|\\s)${clients}: ([\\d,]+)`))?.[1];
  const { head } = metricHeads[metric] ?? { head: metric };
  const column = table.heads.indexOf(head);
  if (column >= 0) return row[column];
  const others = row[table.heads.indexOf("Other figures")]?.split("\n") ?? [];
  return others.find((line) => line.startsWith(`${head} `))?.slice(head.length + 1);
}

/** Sign, digits and unit of a figure as shown. */
function readFigure(shown: string): { sign: string; value: number; unit: string } {
  const [, sign = "", digits = "", unit = ""] = /^([≈≥≤<>]?) ?([\d,.]+) ?(.*)$/.exec(shown) ?? [];
  return { sign, value: Number(digits.replaceAll(",", "")), unit };
}

function expectStated(tables: readonly PageTable[], statement: Statement): void {
  const shown = shownFor(tables, statement);
  const what = `${statement.source}, ${statement.drive}, ${statement.workload}, ${statement.metric}`;
  expect(shown, what).toBeDefined();
  const { sign, value, unit } = readFigure(shown ?? "");
  const { factor = 1, unit: expectedUnit = "" } = metricHeads[statement.metric] ?? {};
  expect.soft(value, what).toBeCloseTo(statement.value * factor, 6);
  if (statement.clients !== undefined) return;
  expect.soft([sign, unit], what).toEqual([signs[statement.bound], expectedUnit]);
}

const groups = [
  ["anandtech-p4800x-375gb", "anandtech-p4800x-750gb", "anandtech-optane-memory"],
  ["hardwareinfo-p3700-400gb", "thessdreview-p3608"],
] as const;

test("every published figure of every source is read off the page as the source states it", async ({ adminPage }) => {
  let figures = 0;
  for (const sources of groups) {
    await adminPage.goto(addressOf(sources));
    const tables = await publishedTables(adminPage);
    const stated = statements().filter(({ source }) => (sources as readonly string[]).includes(source));
    for (const statement of stated) expectStated(tables, statement);
    figures += stated.length;
    for (const { faster, slower, ratio } of ratios().filter((each) =>
      (sources as readonly string[]).includes(each.source),
    )) {
      const lists = adminPage.getByRole("list", { name: new RegExp(`^Published ratios of ${faster}`) });
      await expect(lists.getByText(`${faster} has ${ratio} × the throughput of ${slower}`).first()).toBeVisible();
      figures += 1;
    }
  }
  expect(figures, "figures of all sources").toBeGreaterThanOrEqual(60);
});
