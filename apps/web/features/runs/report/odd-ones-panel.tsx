import { formatCount, formatPercent, OUTLIER_SCORE, USUAL_OF_MIN } from "@crosspoint/domain";
import type { Outputs } from "@/api/client";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";

type Report = Outputs["batch"]["report"];
type Model = Report["models"][number];
type Odd = Extract<Model["oddOnes"], { kind: "compared" }>["odd"][number];

/** Of each model the drives that differ from the others, and in what. */
export function OddOnesPanel({ report }: { report: Report }) {
  return report.models.map((model) => (
    <Panel
      key={model.model}
      title={`Odd one out: ${model.model}`}
      note={`modified z-score beyond ${OUTLIER_SCORE} (Iglewicz and Hoaglin)`}
      flush
    >
      <OddDrives model={model} runs={report.runs} />
    </Panel>
  ));
}

function OddDrives({ model: { oddOnes, words }, runs }: { model: Model; runs: Report["runs"] }) {
  if (oddOnes.kind === "tooFew") {
    const were = oddOnes.drives === 1 ? "1 drive of this model was" : `${oddOnes.drives} drives of this model were`;
    return (
      <p className="px-4 py-3 text-muted">
        {were} measured alike: too few to say what is usual ({USUAL_OF_MIN} are needed).
      </p>
    );
  }
  if (oddOnes.odd.length === 0) {
    return (
      <p className="px-4 py-3">
        None: {formatCount(oddOnes.drives)} drives agree in {formatCount(oddOnes.figures)} figures.
      </p>
    );
  }
  return (
    <Table label="Odd ones out" stacked>
      <TableHead>
        <HeadCell>Drive</HeadCell>
        <HeadCell>Figure</HeadCell>
        <HeadCell number>Its value</HeadCell>
        <HeadCell number>Median</HeadCell>
        <HeadCell number>Difference</HeadCell>
        <HeadCell number>Score</HeadCell>
      </TableHead>
      <tbody>
        {oddOnes.odd.map((odd) => (
          <Row key={`${odd.driveId} ${odd.key}`}>
            <Cell className="font-medium font-mono">{serialOf(runs, odd)}</Cell>
            <Cell label="Figure">{odd.label}</Cell>
            <Cell number label="Its value">
              {words[`${odd.driveId} ${odd.key}`]?.value}
            </Cell>
            <Cell number label="Median">
              {words[`${odd.driveId} ${odd.key}`]?.median}
            </Cell>
            <Cell number label="Difference">
              {differenceWords(odd)}
            </Cell>
            <Cell number label="Score">
              {odd.score === null ? "all others equal" : odd.score.toFixed(1)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function serialOf(runs: Report["runs"], { driveId }: Odd): string {
  const found = runs.find(({ run }) => run.id === driveId)?.run;
  return found?.serial ?? found?.targetLabel ?? "";
}

/** Of a temperature a share of its kelvins would say nothing. */
function differenceWords({ key, value, median, differencePercent }: Odd): string {
  const sign = value > median ? "+" : "\u2212";
  if (key === "temperature") return `${sign}${Math.abs(Math.round(value - median))} K`;
  if (differencePercent === null) return sign;
  return `${sign}${formatPercent(Math.abs(Math.round(differencePercent * 10) / 10)).text}`;
}
