import { formatCount, formatMemory } from "@crosspoint/domain";
import { Copyable } from "@/ui/copy-button";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { NotKnown, Quantity } from "@/ui/quantity";
import { ExactTime, RelativeTime } from "@/ui/time";
import { ClockSkew } from "../clock-skew";
import type { HostDetail } from "../host-detail";

/** The machine and its software, as the agent told it last. */
export function EnvironmentPanel({ host }: { host: HostDetail }) {
  const { environment } = host;
  return (
    <Panel
      title="Environment"
      note={
        host.environmentAt ? (
          <>
            changed <RelativeTime time={host.environmentAt} />
          </>
        ) : undefined
      }
    >
      {environment ? (
        <DefinitionList>
          <Definition term="Operating system">{environment.operatingSystem}</Definition>
          <Definition term="Kernel">
            <span className="font-mono">{environment.kernel}</span>
          </Definition>
          <Processors environment={environment} />
          <Definition term="NVMe modules">
            {environment.nvmeParameters?.length ? (
              <span className="break-words font-mono">
                {environment.nvmeParameters.map(({ name, value }) => `${name}=${value}`).join(" ")}
              </span>
            ) : (
              <NotKnown />
            )}
          </Definition>
          <Definition term="Booted">
            {environment.bootedAt === undefined ? <NotKnown /> : <ExactTime time={environment.bootedAt} />}
          </Definition>
          <Definition term="nvme-cli">{environment.nvmeCliVersion ?? "not installed"}</Definition>
          <Definition term="uring-bench">{environment.uringBenchVersion ?? "not available"}</Definition>
          <Definition term="Agent">
            <span className="font-mono">{environment.agentVersion}</span>
          </Definition>
          <Definition term="Clock">
            <ClockSkew host={host} />
          </Definition>
          <Definition term="Enrolled">
            <ExactTime time={host.enrolledAt} />
          </Definition>
          <Definition term="Installation">
            <Copyable text={host.installationId} what="installation id" />
          </Definition>
        </DefinitionList>
      ) : (
        <p className="text-muted">Not reported yet.</p>
      )}
    </Panel>
  );
}

function Processors({ environment }: { environment: NonNullable<HostDetail["environment"]> }) {
  return (
    <>
      <Definition term="CPU">
        {environment.cpuModel}, {formatCount(environment.cpuCount)} logical
      </Definition>
      <Definition term="Memory">
        <Quantity of={formatMemory(environment.memoryBytes)} exact={`${environment.memoryBytes} bytes`} />
      </Definition>
      {(environment.numaNodes ?? []).map(({ node, cpus, memoryBytes }) => (
        <Definition key={node} term={`NUMA node ${node}`}>
          CPUs {cpus || "none"}, <Quantity of={formatMemory(memoryBytes)} exact={`${memoryBytes} bytes`} />
        </Definition>
      ))}
      <Definition term="Multithreading">
        {environment.smt === undefined ? <NotKnown why="the CPU has none" /> : environment.smt ? "on" : "off"}
      </Definition>
      <Definition term="Idle states">
        {environment.idleStates?.length ? (
          environment.idleStates
            .map(({ name, exitLatencyUs, enabled }) => (enabled ? `${name} (${exitLatencyUs} µs)` : `${name} off`))
            .join(", ")
        ) : (
          <NotKnown />
        )}
      </Definition>
      <Definition term="CPUs for the agent">
        {environment.allowedCpus ? `CPUs ${environment.allowedCpus}` : <NotKnown />}
      </Definition>
      <Definition term="CPU governor">{environment.governor ?? <NotKnown />}</Definition>
      <Definition term="Mitigations">{environment.mitigations ?? <NotKnown />}</Definition>
    </>
  );
}
