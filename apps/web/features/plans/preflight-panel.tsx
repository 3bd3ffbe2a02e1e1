"use client";

import { formatBytes, formatDuration, formatThroughput } from "@crosspoint/domain";
import { Eye, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Outputs } from "@/api/client";
import { QueryError } from "@/features/navigation/page-error";
import { Banner } from "@/ui/banner";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Panel } from "@/ui/panel";
import { Badge } from "@/ui/status";

export type Preflight = Outputs["run"]["preflight"];

interface PreflightPanelProps {
  readonly preflight: Preflight | undefined;
  readonly error: unknown;
  /** The launch button. */
  readonly children: ReactNode;
}

/** What the launch will do: how long, what it writes or destroys, and what stands against it. */
export function PreflightPanel({ preflight, error, children }: PreflightPanelProps) {
  return (
    <Panel title="Preflight">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error ? <QueryError error={error} retry={() => window.location.reload()} /> : null}
        {preflight === undefined ? (
          <p className="min-h-28 text-muted">
            {error
              ? null
              : "Choose a target and a plan; here stands how long it takes, what it writes, and what stands against it."}
          </p>
        ) : (
          <>
            <div>
              <Effect preflight={preflight} />
            </div>
            <DefinitionList>
              <Definition term="Target">{preflight.targetLabel}</Definition>
              <Definition term="Host">{preflight.hostname}</Definition>
              <Definition term="Plan">
                {preflight.planName}, {preflight.points} {preflight.points === 1 ? "point" : "points"}
              </Definition>
              <Definition term="Takes">{formatDuration(preflight.durationMs)}</Definition>
              <Definition term="Writes">{bytesWords(preflight)}</Definition>
              {preflight.settings.length > 0 ? (
                <Definition term="Sets">{preflight.settings.join(", ")}; put back afterwards</Definition>
              ) : null}
              {preflight.destroys ? (
                <Definition term="Overwrites">
                  the first {formatBytes(preflight.destroys.spanBytes).text} of {preflight.destroys.path}
                </Definition>
              ) : null}
            </DefinitionList>
            {preflight.inUse.length > 0 ? (
              <Banner tone="watch" title="The target is in use">
                {preflight.inUse.join("; ")}. Other traffic disturbs the figures; they say what the drive gave beside
                it.
              </Banner>
            ) : null}
            {preflight.blockers.map((blocker) => (
              <Banner key={blocker.message} tone="failed" title={blocker.message}>
                {blocker.remedy}
              </Banner>
            ))}
          </>
        )}
        {children}
      </div>
    </Panel>
  );
}

function Effect({ preflight }: { preflight: Preflight }) {
  if (preflight.destroys) return <Badge icon={TriangleAlert} tone="failed" word="Destroys data on the drive" />;
  if (preflight.writes) return <Badge icon={TriangleAlert} tone="neutral" word="Writes to the agent's scratch file" />;
  return <Badge icon={Eye} tone="good" word="Reads only: nothing on the target changes" />;
}

export function bytesWords({ bytesWritten }: Preflight): string {
  switch (bytesWritten.kind) {
    case "none":
      return "nothing";
    case "atMost":
      return `at most ${formatBytes(bytesWritten.bytes).text}, which is all that its link carries in that time (${formatThroughput(bytesWritten.linkBytesPerSecond).text})`;
    case "unknown":
      return `as much as the target takes in ${formatDuration(bytesWritten.writingMs)}; the speed of its link is not known`;
  }
}
