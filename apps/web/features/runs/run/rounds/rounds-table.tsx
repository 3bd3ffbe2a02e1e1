import Link from "next/link";
import { cn } from "@/ui/classes";
import { NotKnown } from "@/ui/quantity";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { figureWords } from "./figure-words";
import type { JudgedRounds } from "./judge-rounds";
import type { MeasuredRounds } from "./rounds-of";

/** Every round with the tracked figures, and whether the window holds it. */
export function RoundsTable({ rounds: { figures, rounds }, judged }: { rounds: MeasuredRounds; judged: JudgedRounds }) {
  if (rounds === 0) return null;
  const columns = figures.map((figure) => ({ ...figure, words: figureWords(figure.tracked.metric, figure.values) }));
  return (
    <Table label="Rounds" stacked>
      <TableHead>
        <HeadCell>Round</HeadCell>
        {columns.map(({ tracked, words, points }) => (
          <HeadCell number key={JSON.stringify(tracked)}>
            {words.title}
            {columns.length > 1 ? (
              <span className="block font-normal">{points[0]?.spec.stream ?? loadWords(tracked)}</span>
            ) : null}
          </HeadCell>
        ))}
        <HeadCell number>Of the window’s average</HeadCell>
      </TableHead>
      <tbody>
        {Array.from({ length: rounds }, (_, round) => (
          <RoundRow key={String(round)} round={round} columns={columns} judged={judged} />
        ))}
      </tbody>
    </Table>
  );
}

function loadWords({ blockBytes, readPercent }: MeasuredRounds["figures"][number]["tracked"]): string {
  return [blockBytes === undefined ? "" : `${blockBytes} B`, readPercent === undefined ? "" : `${readPercent} % reads`]
    .filter((each) => each !== "")
    .join(", ");
}

interface RoundRowProps {
  readonly round: number;
  readonly columns: readonly (MeasuredRounds["figures"][number] & { readonly words: ReturnType<typeof figureWords> })[];
  readonly judged: JudgedRounds;
}

function RoundRow({ round, columns, judged }: RoundRowProps) {
  const window = judged.kind === "tooLittle" ? undefined : judged.windows[0];
  const isInside = window !== undefined && round + 1 >= window.fromRound && round + 1 <= window.toRound;
  const value = columns[0]?.values[round];
  return (
    <Row className={cn(isInside && "bg-accent-soft")}>
      <Cell label="Round">
        {round + 1}
        {isInside ? <span className="ml-2 text-muted">window</span> : null}
      </Cell>
      {columns.map(({ tracked, values, points, words }) => (
        <Cell number key={JSON.stringify(tracked)} label={words.title}>
          <RoundFigure value={values[round]} point={points[round]} format={words.bare} />
        </Cell>
      ))}
      <Cell number label="Of the window’s average">
        {window === undefined || value === null || value === undefined ? (
          <NotKnown why="no window" />
        ) : (
          `${((100 * value) / window.average).toFixed(1)}\u2009%`
        )}
      </Cell>
    </Row>
  );
}

function RoundFigure({
  value,
  point,
  format,
}: {
  value: number | null | undefined;
  point: MeasuredRounds["points"][number] | undefined;
  format: (value: number) => string;
}) {
  if (value === null || value === undefined) {
    return <span className="text-muted">{point?.reason ?? "no result"}</span>;
  }
  if (point === undefined) return format(value);
  return (
    <Link href={`?point=${point.sequence + 1}`} scroll={false} className="underline decoration-dotted">
      {format(value)}
    </Link>
  );
}
