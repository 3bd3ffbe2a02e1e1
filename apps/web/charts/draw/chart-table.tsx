import type { ChartTable } from "../prepare/csv";

/** More rows are in the CSV; a page that holds them all would be slow. */
const maxRows = 500;

/** The figures behind a chart, in base units, as its CSV has them. */
export function ChartTableView({ title, table: { header, rows } }: { title: string; table: ChartTable }) {
  return (
    <section
      className="mt-2 max-h-80 overflow-auto rounded-md border"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={`Table: ${title}`}
    >
      <table className="w-full border-collapse text-table" aria-label={title}>
        <thead>
          <tr>
            {header.map((name, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and none changes its place.
                key={index}
                scope="col"
                className={`sticky top-0 bg-sunken px-2 py-1 font-medium ${sideOf(rows, index)}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own and never change places.
            <tr key={place} className="border-t">
              {header.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <td key={index} className={`whitespace-nowrap px-2 py-0.5 ${sideOf(rows, index)}`}>
                  {cellText(row[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxRows ? (
        <p className="border-t px-2 py-1 text-muted text-table">
          The first {maxRows} of {rows.length.toLocaleString("en-US")} rows. The CSV has them all.
        </p>
      ) : null}
    </section>
  );
}

function sideOf(rows: ChartTable["rows"], index: number): string {
  return rows.some((row) => typeof row[index] === "string") ? "text-left" : "text-right";
}

/** Every digit of a figure, grouped in thousands. */
function cellText(cell: string | number | undefined): string {
  if (cell === undefined) return "–";
  return typeof cell === "number" ? cell.toLocaleString("en-US", { maximumFractionDigits: 20 }) : cell;
}
