import { CircleCheck, CircleDashed, CircleHelp, CircleX } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import {
  chosenWords,
  countWords,
  type JudgedFigure,
  measuredWords,
  type Rated,
  ratedQuantity,
  ratedWords,
  verdictWords,
} from "./rated-words";

const looks = {
  met: { icon: CircleCheck, tone: "good" },
  missed: { icon: CircleX, tone: "failed" },
  notJudged: { icon: CircleHelp, tone: "neutral" },
  notMeasured: { icon: CircleDashed, tone: "neutral" },
} as const;

interface RatedPanelProps {
  readonly rated: Rated;
  /** The run that measured it, where the panel stands on another page, and when that was. */
  readonly of?: { readonly runId: string; readonly words: ReactNode };
}

/** What the drive's spec sheet promises, and what of it was measured. */
export function RatedPanel({ rated, of }: RatedPanelProps) {
  const { name, source, sourceId, figures, unchecked } = rated;
  return (
    <Panel
      title="Spec sheet"
      note={
        <>
          {name}: {countWords(figures)}
          {of ? <>, {of.words}</> : null}
        </>
      }
      actions={
        <Link href={`/catalog/sources#${sourceId}`} title={source?.title} className="text-accent text-table underline">
          Source of the rated figures
        </Link>
      }
      flush
    >
      <Table label="Rated figures" stacked>
        <TableHead>
          <HeadCell>Figure</HeadCell>
          <HeadCell number>Rated</HeadCell>
          <HeadCell number>Measured</HeadCell>
          <HeadCell>Verdict</HeadCell>
        </TableHead>
        <tbody>
          {figures.map((figure) => (
            <FigureRow key={figure.figure.key} judged={figure} page={of ? `/benchmarks/${of.runId}` : ""} />
          ))}
          {unchecked.map(({ label, value, reason }) => (
            <Row key={label}>
              <Cell className="max-sm:font-medium">{label}</Cell>
              <Cell number label="Rated">
                {value}
              </Cell>
              <Cell number label="Measured">
                <NotKnown why="not measured" />
              </Cell>
              <Cell>
                <Badge icon={CircleDashed} word="Not checked" tone="neutral" plain />
                <span className="block text-muted">{reason}</span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function FigureRow({ judged, page }: { judged: JudgedFigure; page: string }) {
  const { figure, verdict } = judged;
  const { icon, tone } = looks[verdict.kind];
  const { word, reason } = verdictWords(judged);
  const chosen = chosenWords(figure);
  return (
    <Row>
      <Cell className="max-sm:font-medium">
        {figure.label}
        {chosen === "" ? null : <span className="block font-normal text-muted">{chosen}</span>}
      </Cell>
      <Cell number label="Rated">
        {ratedWords(figure)}
      </Cell>
      <Cell number label="Measured">
        {verdict.kind === "notMeasured" ? (
          <NotKnown why="not measured" />
        ) : (
          <Link
            href={`${page}?point=${verdict.sequence + 1}`}
            scroll={page !== ""}
            className="underline decoration-dotted"
          >
            <Quantity of={ratedQuantity(figure, verdict.measured)} />
          </Link>
        )}
        <span className="block text-muted">{measuredWords(figure)}</span>
      </Cell>
      <Cell>
        <Badge icon={icon} word={word} tone={tone} plain />
        {reason === undefined ? null : <span className="block text-muted">{reason}</span>}
      </Cell>
    </Row>
  );
}
