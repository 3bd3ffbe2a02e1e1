import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { ExactTime } from "@/ui/time";
import type { Run } from "../run/run-detail";

/** Which drive, in which state, by which plan, and when. */
export function IdentityPanel({ run }: { run: Run }) {
  const environment = run.points.find((point) => point.environment !== undefined)?.environment;
  const entries: [string, string | undefined][] = [
    ["Product", run.productName],
    ["Model", run.model],
    ["Serial", run.serial],
    ["Target", run.serial === undefined ? run.targetLabel : undefined],
    ["Firmware", environment?.firmware],
    ["Host", run.hostname],
    ["Kernel", environment?.kernel],
    ["CPU", environment?.cpuModel],
    ["PCIe link", environment?.pcieLink],
    ["Tool", environment?.toolVersion],
    ["Plan", run.planName],
    ["Plan hash", run.planHash],
    ["Run", run.id],
    ["Requested by", run.requestedBy],
    ["Tags", run.tags.length === 0 ? undefined : run.tags.join(", ")],
  ];
  return (
    <Panel title="Drive and run">
      <DefinitionList>
        {entries.map(([term, value]) =>
          value === undefined ? null : (
            <Definition key={term} term={term}>
              <span className="wrap-anywhere">{value}</span>
            </Definition>
          ),
        )}
        {run.note === "" ? null : (
          <Definition term="Note">
            <span className="wrap-anywhere whitespace-pre-wrap">{run.note}</span>
          </Definition>
        )}
        <Definition term="Requested">
          <ExactTime time={run.requestedAt} />
        </Definition>
        {run.startedAt === undefined ? null : (
          <Definition term="Started">
            <ExactTime time={run.startedAt} />
          </Definition>
        )}
        {run.finishedAt === undefined ? null : (
          <Definition term="Finished">
            <ExactTime time={run.finishedAt} />
          </Definition>
        )}
      </DefinitionList>
    </Panel>
  );
}
