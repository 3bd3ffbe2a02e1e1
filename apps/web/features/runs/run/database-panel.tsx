"use client";

import { formatMemory } from "@crosspoint/domain";
import { Panel } from "@/ui/panel";
import { asSentence } from "./as-sentence";
import { DatabaseCharts } from "./database-charts";
import { type DatabaseGroup, databaseGroups } from "./database-groups";
import { DatabaseTable } from "./database-table";
import { PublishedOltp } from "./published-oltp";
import type { Run } from "./run-detail";

/** What the databases of a run came to: transactions, and no I/O. */
export function DatabasePanel({ run }: { run: Run }) {
  const groups = databaseGroups(run.databasePoints);
  return (
    <Panel title="Database" note="transactions, warm-up excluded" flush>
      {groups.map((group) => (
        <div key={group.key} className="border-b last:border-b-0">
          <h3 className="px-4 pt-3 font-medium">{group.name}</h3>
          {group.measured.length === 0 ? null : (
            <div className="p-4">
              <DatabaseCharts group={group} fileName={`database-${group.points[0]?.sequence ?? 0}`} />
            </div>
          )}
          <DatabaseTable group={group} />
          <Surroundings group={group} />
        </div>
      ))}
      <PublishedOltp published={run.publishedOltp} />
    </Panel>
  );
}

/** Where it ran and with which settings, and what a reader must know of the figures. */
function Surroundings({ group }: { group: DatabaseGroup }) {
  const environment = group.points.findLast((point) => point.environment !== undefined)?.environment;
  const warnings = [...new Set(group.points.flatMap((point) => point.warnings))];
  if (environment === undefined) return null;
  const { serverVersion, fileSystem, databaseBytes, memoryBytes, settings } = environment;
  return (
    <div className="grid gap-1.5 px-4 py-3 text-table">
      {warnings.map((warning) => (
        <p key={warning} role="note">
          {asSentence(warning)}
        </p>
      ))}
      <p className="text-muted">
        {serverVersion} on {fileSystem}; database {formatMemory(databaseBytes).text}, memory{" "}
        {formatMemory(memoryBytes).text}
      </p>
      <details>
        <summary className="cursor-pointer text-muted">Settings</summary>
        <p className="break-words font-mono text-muted text-xs">{settings.join(" · ")}</p>
      </details>
    </div>
  );
}
