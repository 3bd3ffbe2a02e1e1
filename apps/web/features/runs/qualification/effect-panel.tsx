import { formatCount, formatTemperature } from "@crosspoint/domain";
import { CircleCheck, CircleX, SkipForward, TriangleAlert } from "lucide-react";
import type { Outputs } from "@/api/client";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";

export type Effect = Outputs["run"]["get"]["effect"];

/** What a run did to its drive, by the drive's own counters. */
export function EffectPanel({ effect }: { effect: Effect }) {
  const { changes, problems, temperatureKelvinMax, temperatureSamples, selfTests } = effect;
  return (
    <Panel title="What this run did to the drive" note="the drive's own counters" flush>
      <Table label="Counters of the drive" stacked>
        <TableHead>
          <HeadCell>Counter</HeadCell>
          <HeadCell number>Before</HeadCell>
          <HeadCell number>After</HeadCell>
          <HeadCell number>Added</HeadCell>
        </TableHead>
        <tbody>
          {changes.map(({ name, before, after, added, isBad }) => (
            <Row key={name}>
              <Cell className="max-sm:font-medium">{name}</Cell>
              <Cell number label="Before">
                {before ?? <NotKnown why="not read" />}
              </Cell>
              <Cell number label="After">
                {after ?? <NotKnown why={effect.after === undefined ? "not read yet" : "not read"} />}
              </Cell>
              <Cell number label="Added" className={isBad ? "font-medium text-failed" : undefined}>
                {added ?? <NotKnown why="not known" />}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <div className="grid gap-1 px-4 py-3 text-table empty:hidden">
        {temperatureKelvinMax === undefined ? null : (
          <p>
            Highest temperature: {formatTemperature(temperatureKelvinMax).text}{" "}
            <span className="text-muted">
              ({formatCount(temperatureSamples)} {temperatureSamples === 1 ? "sample" : "samples"} during the run)
            </span>
          </p>
        )}
        {selfTests.map((test, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a run's self-tests are known by their place.
          <SelfTestLine key={index} test={test} />
        ))}
        {problems.map((problem) => (
          <p key={problem} className="text-muted">
            {problem}
          </p>
        ))}
      </div>
    </Panel>
  );
}

const looks = {
  passed: { word: "Passed", icon: CircleCheck, tone: "good" },
  failed: { word: "Failed", icon: CircleX, tone: "failed" },
  skipped: { word: "Skipped", icon: SkipForward, tone: "neutral" },
  unfinished: { word: "Not finished", icon: TriangleAlert, tone: "watch" },
} as const;

function SelfTestLine({ test }: { test: Effect["selfTests"][number] }) {
  const where = [
    ...(test.failedSegment === undefined ? [] : [`segment ${test.failedSegment}`]),
    ...(test.failingLba === undefined ? [] : [`LBA ${formatCount(BigInt(test.failingLba))}`]),
  ];
  const words = [...(test.reason === undefined ? [] : [test.reason]), ...where].join("; ");
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      Self-test, {test.test}: <Badge {...looks[test.outcome]} plain />
      {words === "" ? null : <span className="text-muted">{words}</span>}
    </p>
  );
}
