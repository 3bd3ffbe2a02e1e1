import { formatCount } from "@crosspoint/domain";
import Link from "next/link";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { Run } from "./run-detail";

/** The one published database test over numbers of clients: another benchmark, and said so. */
export function PublishedOltp({ published }: { published: Run["publishedOltp"] }) {
  const clients = [...new Set(published.flatMap(({ points }) => points.map(({ concurrency }) => concurrency)))];
  const [first] = published;
  if (first === undefined) return null;
  return (
    <section aria-label="Published TPC-C results" className="border-t">
      <p className="px-4 py-2.5 text-table">
        <strong className="font-medium">Another benchmark:</strong>{" "}
        <span className="text-muted">
          published TPC-C results in operations per second, from another database, server and load. They cannot be
          compared with the transactions above; only how each drive's line bends with the number of clients can.
        </span>{" "}
        <Link href={`/catalog/sources#${first.sourceId}`} title={first.sourceTitle} className="text-accent underline">
          Source of the published results
        </Link>
      </p>
      <Table label="Published TPC-C results by number of clients" stacked>
        <TableHead>
          <HeadCell>Drive</HeadCell>
          {clients.map((count) => (
            <HeadCell number key={count}>
              {count}
            </HeadCell>
          ))}
        </TableHead>
        <tbody>
          {published.map(({ drive, points }) => (
            <Row key={drive}>
              <Cell className="font-medium">{drive}</Cell>
              {clients.map((count) => {
                const point = points.find(({ concurrency }) => concurrency === count);
                return (
                  <Cell number key={count} label={`${count} clients`}>
                    {point === undefined ? null : formatCount(point.value)}
                  </Cell>
                );
              })}
            </Row>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
