import { memo } from "react";
import type { Outputs } from "@/api/client";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { isoTime } from "@/ui/relative-time";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { environmentTitle } from "./model/environment-title";

type Comparison = Outputs["compare"]["get"];

const names: Record<Comparison["differences"][number]["field"], string> = {
  tool: "Tool",
  system: "System",
  cpu: "CPU",
  memory: "Memory",
  kernel: "Kernel, system",
  governor: "Governor",
  mitigations: "Mitigations",
  scheduler: "Scheduler",
  pcieLink: "PCIe link",
  logicalBlock: "Logical block",
  writeCache: "Write cache",
  pollQueues: "Poll queues",
  firmware: "Drive firmware",
  engine: "Engine",
  settings: "Set for the run",
  inUse: "In use by",
  notes: "Notes",
};

/** "AnandTech, 2017", or the drive and when its run was asked for. */
function environmentName({ label, requestedAt }: Comparison["environments"][number]): string {
  return requestedAt === undefined ? label : `${label}, ${isoTime(requestedAt)}`;
}

type EnvironmentPanelProps = Pick<Comparison, "environments" | "differences">;

/** What is not known to be the same in the environments that the figures come from. */
export const EnvironmentPanel = memo(function EnvironmentPanel(props: EnvironmentPanelProps) {
  const { environments, differences } = props;
  const title = environmentTitle(props);
  if (environments.length < 2) {
    const only = environments[0];
    return (
      <Panel title={title}>
        <p className="text-muted">
          {only ? `All figures come from one environment: ${environmentName(only)}.` : "No results to compare."}
        </p>
        <Findings environments={environments} />
      </Panel>
    );
  }
  if (differences.length === 0) {
    return (
      <Panel title={title}>
        <p className="text-muted">No recorded differences between these environments.</p>
        <Findings environments={environments} />
      </Panel>
    );
  }
  return (
    <Panel title={title} note="between the systems that the results come from" flush>
      <Table label={title} stacked="many">
        <TableHead>
          <HeadCell>Property</HeadCell>
          {environments.map((environment) => (
            <HeadCell key={environment.id} className="min-w-36 whitespace-normal">
              {environmentName(environment)} <span className="font-normal">({environment.kind})</span>
            </HeadCell>
          ))}
        </TableHead>
        <tbody>
          {differences.map(({ field, values, kind }) => (
            <Row key={field}>
              <Cell className="whitespace-nowrap text-muted @max-4xl:font-medium @max-4xl:text-text">
                {names[field]}
              </Cell>
              {values.map((value, index) => (
                <Cell
                  key={environments[index]?.id}
                  label={environments[index] && `${environmentName(environments[index])}:`}
                  className={kind === "differs" && value !== undefined ? "" : "text-muted"}
                >
                  {value ?? <NotKnown why="not stated" />}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
      <div className="px-4 pb-3">
        <Findings environments={environments} />
      </div>
    </Panel>
  );
});

/** What costs performance in an environment, each once with the series that were measured there. */
function Findings({ environments }: Pick<Comparison, "environments">) {
  const found = environments.flatMap((environment) =>
    (environment.findings ?? []).map((finding) => ({ finding, name: environmentName(environment) })),
  );
  if (found.length === 0) return null;
  return (
    <ul aria-label="Performance findings" className="mt-3 grid gap-2 text-table">
      {[...Map.groupBy(found, ({ finding }) => finding.text)].map(([text, group]) => (
        <li key={text}>
          <span className="font-medium">{text}</span>{" "}
          <span className="text-muted">({[...new Set(group.map(({ name }) => name))].join("; ")})</span>
          <span className="block">Impact: {group[0]?.finding.cost}</span>
          <span className="block">Fix: {group[0]?.finding.remedy}</span>
        </li>
      ))}
    </ul>
  );
}
