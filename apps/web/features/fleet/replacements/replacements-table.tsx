import { formatCount } from "@crosspoint/domain";
import Link from "next/link";
import { type DriveFilter, drivesHref } from "@/features/drives/list/drive-filter";
import { DriveName } from "@/ui/drive-name";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { Replacements } from "../fleet";
import { countOf, monthsOf, wearColumns } from "./prepare-replacements";

const maxShown = 20;

/** Calendar months, as in the chart: "2026-11 to 2027-01". */
function spanOf(months: readonly string[]): string {
  return `${months[0]} to ${months.at(-1)}`;
}

interface ReplacementsTableProps {
  readonly data: Replacements;
  readonly by: "model" | "group";
}

/** The same by model or group: each count leads to its drives. */
export function ReplacementsTable({ data, by }: ReplacementsTableProps) {
  const months = monthsOf(data);
  const spans = [
    { name: "Limit reached", ends: ["reached"] },
    ...[months.slice(0, 3), months.slice(3, 12), months.slice(12)].map((ends) => ({ name: spanOf(ends), ends })),
  ];
  if (data.of.length === 0) {
    return by === "group" ? <p className="text-muted">No drive is in a group.</p> : null;
  }
  return (
    <div className="-mx-4 border-t">
      <Table label={`Drives to replace by ${by}`} stacked>
        <TableHead>
          <HeadCell>{by === "model" ? "Model" : "Group"}</HeadCell>
          {spans.map(({ name }) => (
            <HeadCell key={name} number>
              {name}
            </HeadCell>
          ))}
        </TableHead>
        <tbody>
          {data.of.slice(0, maxShown).map(({ key, name }) => (
            <Row key={key}>
              <Cell className="wrap-anywhere">
                {by === "model" ? <DriveName productName={name === key ? undefined : name} model={key} /> : name}
              </Cell>
              {spans.map((span) => (
                <Cell key={span.name} number label={span.name}>
                  <Count count={countOf(data, span.ends, key)} filter={{ ends: span.ends, [by]: [key] }} />
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
      {data.of.length > maxShown ? (
        <p className="border-t px-4 py-2 text-muted text-table">
          The {maxShown} with the most drives to replace, of {formatCount(data.of.length)}.
        </p>
      ) : null}
    </div>
  );
}

function Count({ count, filter }: { readonly count: number; readonly filter: Partial<DriveFilter> }) {
  if (count === 0) return <span className="text-muted">0</span>;
  return (
    <Link href={drivesHref({ ...filter, columns: wearColumns })} prefetch={false} className="hover:underline">
      {formatCount(count)}
    </Link>
  );
}
