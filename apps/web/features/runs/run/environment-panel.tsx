import { formatBlockSize } from "@crosspoint/domain";
import { Banner } from "@/ui/banner";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { asSentence } from "./as-sentence";
import type { Point } from "./run-detail";

/** What surrounded the point and may explain its figures, and what looked wrong. */
export function EnvironmentPanel({ point }: { point: Point }) {
  const { environment, warnings } = point;
  const entries = environment === undefined ? [] : entriesOf(environment).filter(([, value]) => value !== undefined);
  return (
    <Panel title="Environment" note={`recorded by the agent at point ${point.sequence + 1}`}>
      <div className="grid gap-4">
        {warnings.length > 0 ? (
          <Banner
            tone="watch"
            title={warnings.length === 1 ? "Warning from the agent" : `${warnings.length} warnings from the agent`}
          >
            <ul className="list-disc pl-4">
              {warnings.map((warning) => (
                <li key={warning}>{asSentence(warning)}</li>
              ))}
            </ul>
          </Banner>
        ) : null}
        {entries.length === 0 ? (
          <p className="text-muted">The agent recorded no environment for this point.</p>
        ) : (
          <div className="grid gap-x-10 lg:grid-cols-2">
            {[entries.slice(0, Math.ceil(entries.length / 2)), entries.slice(Math.ceil(entries.length / 2))].map(
              (half) => (
                <DefinitionList key={half[0]?.[0] ?? "none"}>
                  {half.map(([term, value]) => (
                    <Definition key={term} term={term}>
                      {value}
                    </Definition>
                  ))}
                </DefinitionList>
              ),
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}

function entriesOf(environment: NonNullable<Point["environment"]>): (readonly [string, string | undefined])[] {
  const { cpuModel, cpuCount, logicalBlockBytes, numaNode, pollQueues } = environment;
  return [
    ["Tool", environment.toolVersion],
    ["Engine", environment.engineFlags.join(", ") || undefined],
    ["Kernel", environment.kernel],
    ["CPU", cpuModel && cpuCount ? `${cpuModel}, ${cpuCount} CPUs` : cpuModel],
    ["Governor", environment.governor],
    ["Mitigations", environment.mitigations],
    ["Scheduler", environment.scheduler],
    ["Firmware", environment.firmware],
    ["PCIe link", environment.pcieLink],
    ["PCIe link (max)", environment.maxPcieLink],
    ["NUMA node", numaNode === undefined ? undefined : String(numaNode)],
    ["Logical block", logicalBlockBytes === undefined ? undefined : formatBlockSize(logicalBlockBytes).text],
    ["Write cache", environment.writeCache],
    ["Poll queues", pollQueues === undefined ? undefined : String(pollQueues)],
    ["In use by", environment.inUse.join("; ") || undefined],
  ];
}
