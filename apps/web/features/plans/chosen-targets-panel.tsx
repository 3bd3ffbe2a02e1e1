"use client";

import { formatDuration } from "@crosspoint/domain";
import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { Banner } from "@/ui/banner";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { NotKnown } from "@/ui/quantity";
import { Badge } from "@/ui/status";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { ManyPreview, PreviewedTarget } from "./many-preview";
import { obstacleOf } from "./many-summary";
import type { Preflight } from "./preflight";
import { PreflightCautions } from "./preflight-cautions";
import { TargetWords } from "./preflight-panel";
import { bytesWords, durationWords, enduranceWords } from "./preflight-words";

interface ChosenTargetsPanelProps {
  readonly keys: readonly string[];
  readonly preview: ManyPreview;
  /** It is launched at a later time. */
  readonly scheduled: boolean;
  readonly onChange: (keys: readonly string[]) => void;
}

/** Each target of the batch and whether it can be measured; what stands in the way comes first, and can be left out. */
export function ChosenTargetsPanel({ keys, preview, scheduled, onChange }: ChosenTargetsPanelProps) {
  const rows = keys.map((key) => {
    const known = preview.known.get(key);
    return { key, known, obstacle: known && obstacleOf(known, scheduled) };
  });
  const blocked = rows.filter(({ obstacle }) => obstacle !== undefined);
  const sorted = [...blocked, ...rows.filter(({ obstacle }) => obstacle === undefined)];
  return (
    <Panel
      title="Selected targets"
      note={keys.length === 0 ? "none" : String(keys.length)}
      actions={
        keys.length === 0 ? null : (
          <Button size="small" onClick={() => onChange([])}>
            Clear selection
          </Button>
        )
      }
      flush
    >
      {blocked.length === 0 ? null : (
        <div className="border-b p-3">
          <Banner
            tone="failed"
            title={`${blocked.length} of ${keys.length} cannot be ${scheduled ? "scheduled" : "launched"}`}
            action={
              <Button
                size="small"
                onClick={() => onChange(keys.filter((key) => !blocked.some((each) => each.key === key)))}
              >
                Leave out {blocked.length}
              </Button>
            }
          >
            A batch starts only if every target of it can run.
          </Banner>
        </div>
      )}
      {keys.length === 0 ? (
        <p className="px-4 py-4 text-muted">Select at least one target.</p>
      ) : (
        <div className="max-h-128 overflow-y-auto">
          <Table label="Selected targets" stacked>
            <TableHead>
              <HeadCell>Target</HeadCell>
              <HeadCell>Host</HeadCell>
              <HeadCell number>Duration</HeadCell>
              <HeadCell>Preflight</HeadCell>
              <HeadCell>
                <span className="sr-only">Leave out</span>
              </HeadCell>
            </TableHead>
            <tbody>
              {sorted.map(({ key, known, obstacle }) => (
                <Row key={key}>
                  <TargetCells known={known} obstacle={obstacle} />
                  <Cell className="text-right">
                    <Button
                      variant="ghost"
                      size="small"
                      aria-label={`Leave out ${nameOf(known) ?? "this target"}`}
                      onClick={() => onChange(keys.filter((each) => each !== key))}
                    >
                      Leave out
                    </Button>
                  </Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Panel>
  );
}

function nameOf(known: PreviewedTarget | undefined): string | undefined {
  return known?.kind === "target" ? known.preflight.targetLabel : undefined;
}

interface TargetCellsProps {
  readonly known: PreviewedTarget | undefined;
  readonly obstacle: ReturnType<typeof obstacleOf>;
}

function TargetCells({ known, obstacle }: TargetCellsProps) {
  const preflight = known?.kind === "target" ? known.preflight : undefined;
  return (
    <>
      <Cell className="wrap-anywhere min-w-40">
        {preflight === undefined ? <NotKnown why="not read yet" /> : <TargetWords preflight={preflight} />}
      </Cell>
      <Cell className="wrap-anywhere">{preflight?.hostname}</Cell>
      <Cell number label="Duration">
        {preflight === undefined || preflight.isRefused
          ? null
          : `${preflight.durationIsUpperBound ? "≤ " : ""}${formatDuration(preflight.durationMs)}`}
      </Cell>
      <Cell className="wrap-anywhere">
        <Readiness known={known} obstacle={obstacle} />
      </Cell>
    </>
  );
}

function Readiness({ known, obstacle }: TargetCellsProps) {
  if (known === undefined) return <Badge icon={LoaderCircle} word="Checking" tone="neutral" plain />;
  if (obstacle !== undefined) {
    return (
      <>
        <Badge icon={CircleX} word="Cannot run" tone="failed" plain />
        <span className="block">{obstacle.message}</span>
        <span className="block text-muted">{obstacle.remedy}</span>
      </>
    );
  }
  return (
    <>
      <Badge icon={CircleCheck} word="Ready" tone="good" plain />
      {known.kind === "target" ? <Details preflight={known.preflight} /> : null}
    </>
  );
}

/** What this target alone will show or lack; the count stands in the row, the rest is opened. */
function Details({ preflight }: { preflight: Preflight }) {
  const { inUse, leftOut, findings } = preflight;
  const cautions = inUse.length + leftOut.length + findings.length + preflight.cautions.length;
  const endurance = enduranceWords(preflight);
  return (
    <details>
      <summary className="cursor-pointer text-muted">
        {cautions === 0 ? (
          "Details"
        ) : (
          <span className="text-watch">{cautions === 1 ? "1 caution" : `${cautions} cautions`}</span>
        )}
      </summary>
      <div className="grid gap-1 py-1">
        <span>Duration: {durationWords(preflight)}</span>
        <span>Writes: {bytesWords(preflight)}</span>
        {endurance === undefined ? null : <span>Endurance: {endurance}</span>}
        {inUse.length === 0 ? null : <span className="text-watch">In use: {inUse.join("; ")}</span>}
        <PreflightCautions preflight={preflight} />
      </div>
    </details>
  );
}
