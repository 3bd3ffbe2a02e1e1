"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { QueryError } from "@/features/navigation/page-error";
import { Button } from "@/ui/button";
import { Panel } from "@/ui/panel";
import { Skeleton } from "@/ui/skeleton";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import type { HeldThreshold } from "./held-threshold";
import { Origin, ShortOrigin } from "./origin";

// Most people only look.
const ThresholdDialog = dynamic(
  () => import("@/features/health/threshold-dialog").then((module) => module.ThresholdDialog),
  { ssr: false },
);

interface ThresholdsPanelProps {
  readonly drive: { readonly id: string; readonly serial: string };
  /** The rules of its open conditions. */
  readonly openRules: readonly string[];
}

/** From where on health rules hold for this drive, and whose word that is. */
export function ThresholdsPanel({ drive, openRules }: ThresholdsPanelProps) {
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<HeldThreshold>();
  const { data, error, refetch } = useQuery(useTRPC().health.thresholdsOfDrive.queryOptions({ driveId: drive.id }));
  const notable = data?.filter(({ id, origin }) => origin.kind !== "rule" || openRules.includes(id)) ?? [];
  return (
    <Panel
      flush
      title="Health thresholds"
      note={
        data && `${data.length} rules, ${notable.filter(({ origin }) => origin.kind !== "rule").length} set otherwise`
      }
      actions={
        data ? (
          <Button size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show fewer" : "Show all rules"}
          </Button>
        ) : undefined
      }
    >
      {error ? <QueryError error={error} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton className="m-4 h-16" /> : null}
      {data && !all && notable.length === 0 ? (
        <p className="px-4 py-3 text-muted">All rules go by their own thresholds here.</p>
      ) : null}
      {data && (all || notable.length > 0) ? (
        <Thresholds thresholds={all ? data : notable} onChoose={setChosen} />
      ) : null}
      {chosen ? <OverrideDialog drive={drive} held={chosen} onClose={() => setChosen(undefined)} /> : null}
    </Panel>
  );
}

interface ThresholdsProps {
  readonly thresholds: readonly HeldThreshold[];
  readonly onChoose: (held: HeldThreshold) => void;
}

function Thresholds({ thresholds, onChoose }: ThresholdsProps) {
  const whyNot = useWhyNot("health.configure");
  return (
    <Table label="Health thresholds" stacked>
      <TableHead>
        <HeadCell>Rule</HeadCell>
        <HeadCell>Holds from</HeadCell>
        <HeadCell>Set by</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <tbody>
        {thresholds.map((held) => (
          <Row key={held.id}>
            <Cell className="font-medium" title={held.meaning}>
              {held.title}
            </Cell>
            <Cell label="Holds from">
              {held.text}
              {held.needs ? <span className="block text-muted">Not judged, needs: {held.needs}.</span> : null}
              {held.otherwise === undefined || held.otherwise.text === held.text ? null : (
                <span className="block text-muted">
                  without this: {held.otherwise.text}, <ShortOrigin origin={held.otherwise.origin} />
                </span>
              )}
            </Cell>
            <Cell label="Set by">
              <Origin origin={held.origin} />
            </Cell>
            <Cell number>
              <Button
                size="small"
                disabledReason={whyNot ?? (held.needs ? "Nothing reports what this rule goes by." : undefined)}
                onClick={() => onChoose(held)}
              >
                Override…
              </Button>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

interface OverrideDialogProps {
  readonly drive: ThresholdsPanelProps["drive"];
  readonly held: HeldThreshold;
  readonly onClose: () => void;
}

function OverrideDialog({ drive, held, onClose }: OverrideDialogProps) {
  const { grades, ownGrades, origin } = held;
  return (
    <ThresholdDialog
      scope={{ kind: "drive", driveId: drive.id }}
      scopeName={drive.serial}
      rule={{ ...held, grades: ownGrades }}
      held={grades.length === 0 ? "off" : grades}
      from={<Origin origin={origin} />}
      thresholdId={origin.kind === "drive" ? origin.thresholdId : undefined}
      onClose={onClose}
    />
  );
}
