import type { Judgement, Qualification } from "@crosspoint/domain";
import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { Panel } from "@/ui/panel";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { VerdictBadge } from "./verdict-badge";

const looks = {
  pass: { word: "Pass", icon: CircleCheck, tone: "good" },
  fail: { word: "Fail", icon: CircleX, tone: "failed" },
  notJudged: { word: "Not judged", icon: CircleDashed, tone: "neutral" },
} as const;

/** Each criterion of a drive's qualification, with what was found. */
export function CriteriaPanel({ qualification: { verdict, criteria } }: { qualification: Qualification }) {
  return (
    <Panel title="Qualification" note={<VerdictBadge verdict={verdict} />} flush>
      <Table label="Criteria" stacked>
        <TableHead>
          <HeadCell>Criterion</HeadCell>
          <HeadCell>Verdict</HeadCell>
          <HeadCell>Found</HeadCell>
          <HeadCell>Limit</HeadCell>
        </TableHead>
        <tbody>
          {criteria.map(({ id, name, limit, source, judgement }) => (
            <Row key={id}>
              <Cell className="font-medium">{name}</Cell>
              <Cell label="Verdict">
                <Badge {...looks[judgement.verdict]} plain />
              </Cell>
              <Cell label="Found" className="wrap-anywhere">
                {foundWords(judgement)}
              </Cell>
              <Cell label="Limit">
                {limit}
                <span className="block text-muted">{source}</span>
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

function foundWords(judgement: Judgement): string {
  if (judgement.verdict !== "notJudged") return judgement.found;
  return judgement.isRequired ? `${judgement.reason} Required for a verdict.` : judgement.reason;
}
