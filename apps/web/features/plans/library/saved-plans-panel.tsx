"use client";

import { FileText } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "@/ui/empty-state";
import { Panel } from "@/ui/panel";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { RelativeTime } from "@/ui/time";
import { DeletePlanButton } from "../delete-plan-button";
import { EffectBadge } from "../effect-badge";
import { planFacts } from "../group-plans";
import { savedPlanKey } from "../saved-plan-key";
import type { SavedPlan } from "../saved-plan-options";
import { NewPlanButton } from "./new-plan-button";
import { PlanActions } from "./plan-actions";

interface SavedPlansPanelProps {
  readonly plans: readonly SavedPlan[];
  /** How many there are, found or not. */
  readonly total: number;
}

/** The plans that the team saved. */
export function SavedPlansPanel({ plans, total }: SavedPlansPanelProps) {
  return (
    <Panel title="Saved plans" note={total === 0 ? undefined : String(total)} flush>
      {total === 0 ? (
        <EmptyState icon={FileText} title="No saved plans yet" action={<NewPlanButton />}>
          Start from a built-in plan below, from nothing, or import a YAML or JSON file. Everyone in the team sees what
          is saved here.
        </EmptyState>
      ) : plans.length === 0 ? (
        <p className="px-4 py-6 text-muted">No saved plan matches.</p>
      ) : (
        <Table label="Saved plans" stacked="many">
          <TableHead>
            <HeadCell>Plan</HeadCell>
            <HeadCell>What it does</HeadCell>
            <HeadCell>Saved</HeadCell>
            <HeadCell>Schedules</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </TableHead>
          <tbody>
            {plans.map((plan) => (
              <SavedRow key={plan.id} plan={plan} />
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}

function SavedRow({ plan }: { plan: SavedPlan }) {
  const { id, name, description, latestVersion, effect, savedBy, savedAt, note, schedules } = plan;
  return (
    <Row>
      <Cell className="min-w-48">
        <Link href={`/benchmarks/plans/${id}`} className="wrap-anywhere font-medium text-accent hover:underline">
          {name}
        </Link>
        {description === undefined ? null : (
          <span className="wrap-anywhere block max-w-[60ch] text-muted">{description}</span>
        )}
      </Cell>
      <Cell>
        <span className="block">{planFacts(plan)}</span>
        <EffectBadge effect={effect} />
      </Cell>
      <Cell>
        Version {latestVersion}, <RelativeTime time={savedAt} />
        <span className="wrap-anywhere block text-muted">{savedBy}</span>
        {note === "" ? null : <span className="wrap-anywhere block text-muted">{note}</span>}
      </Cell>
      <Cell label="Schedules" className="wrap-anywhere">
        {schedules.length === 0 ? (
          <span className="text-muted">none</span>
        ) : (
          schedules.map((each) => each.name).join(", ")
        )}
      </Cell>
      <Cell>
        <PlanActions
          planKey={savedPlanKey(id, latestVersion)}
          name={name}
          plan={{ kind: "saved", savedPlanId: id, version: latestVersion }}
        >
          <DeletePlanButton
            plan={{ id, name, versions: latestVersion, schedules }}
            onDeleted={() => undefined}
            isIcon
          />
        </PlanActions>
      </Cell>
    </Row>
  );
}
