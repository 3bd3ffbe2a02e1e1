import { formatCount } from "@crosspoint/domain";
import { CircleArrowUp } from "lucide-react";
import type { Outputs } from "@/api/client";
import { Select } from "@/ui/select";

type Found = Pick<Outputs["host"]["list"], "agents" | "servedAgent">;

interface AgentFilterProps {
  readonly found: Found;
  /** A version, "older", or nothing. */
  readonly agent: string;
  readonly onChange: (agent: string) => void;
}

/** The versions of the agents, with how many hosts have each. */
export function AgentFilter({ found: { agents, servedAgent }, agent, onChange }: AgentFilterProps) {
  const hosts = (some: Found["agents"]) => formatCount(some.reduce((sum, one) => sum + one.hosts, 0));
  const older = agents.filter((one) => one.older);
  const gone = agent !== "" && agent !== "older" && !agents.some(({ version }) => version === agent);
  const options = [
    { value: "", label: "All agents" },
    ...(servedAgent === undefined
      ? []
      : [{ value: "older", label: `Older than the server's ${servedAgent} (${hosts(older)})` }]),
    ...agents.map((one) => ({ value: one.version, label: `${one.version} (${hosts([one])})` })),
    ...(gone ? [{ value: agent, label: `${agent} (0)` }] : []),
  ];
  return <Select aria-label="Agent version" value={agent} onValueChange={onChange} options={options} />;
}

/** Beside the version of an agent that could be upgraded. */
export function OlderAgent({ servedAgent }: { servedAgent: string | undefined }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 text-muted">
      <CircleArrowUp className="size-3.5" aria-hidden />
      server has <span className="font-mono">{servedAgent}</span>
    </span>
  );
}
