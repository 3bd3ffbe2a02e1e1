"use client";

import { formatCount, formatDuration, type TargetFacts } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTRPC } from "@/api/client";
import { Definition, DefinitionList } from "@/ui/definition-list";
import { Field } from "@/ui/field";
import { Panel } from "@/ui/panel";
import { Select } from "@/ui/select";
import { Cell, HeadCell, Row, Table, TableHead } from "@/ui/table";
import { EffectBadge } from "../../effect-badge";
import type { CheckedPlan } from "../draft/check";
import { kindWords } from "../draft/kinds";
import { estimateChoices } from "./drive-facts";
import { type Expansion, expansionOf, type ListedPoint, listedPoints } from "./expansion";
import { durationWords, pointsWords, writtenWords } from "./expansion-words";

/** What the plan comes to, beside it while it is edited. */
export function ExpansionPanel({ checked }: { checked: CheckedPlan }) {
  const [choice, setChoice] = useState("");
  const { data: models = [] } = useQuery(useTRPC().catalog.models.queryOptions());
  const choices = useMemo(() => estimateChoices(models.map(({ model }) => model)), [models]);
  const facts = choices.find(({ value }) => value === choice)?.facts;
  const document = checked.kind === "valid" ? checked.document : undefined;
  const expansion = useMemo(
    () => (document === undefined ? undefined : expansionOf(document, facts)),
    [document, facts],
  );
  return (
    <Panel title="What it comes to" note={expansion === undefined ? undefined : pointsWords(expansion)} flush>
      <div className="grid gap-3 p-4">
        {expansion === undefined ? (
          <p className="text-muted">Points, duration and data written appear once the plan has no mistakes.</p>
        ) : (
          <Figures expansion={expansion} facts={facts} />
        )}
        <Field
          label="Estimate for"
          hint={
            facts === undefined
              ? "Choose a model to include the time of fills, from its rated speeds."
              : "From the model's rated write speeds, sequential and random."
          }
        >
          <Select
            className="w-full"
            value={choice}
            options={[{ value: "", label: "Any drive" }, ...choices]}
            onValueChange={setChoice}
          />
        </Field>
      </div>
      {expansion === undefined ? null : <Points expansion={expansion} />}
    </Panel>
  );
}

function Figures({ expansion, facts }: { expansion: Expansion; facts: TargetFacts | undefined }) {
  const { effect, forAgent, isOpenEnded } = expansion;
  return (
    <DefinitionList>
      <Definition term="Data">
        <EffectBadge effect={effect} />
      </Definition>
      <Definition term="Duration">
        {durationWords(expansion, facts !== undefined)}
        {isOpenEnded ? ", for up to 32 values of the setting" : ""}
      </Definition>
      <Definition term="Writes">{writtenWords(expansion)}</Definition>
      <Definition term="Runs by">
        {forAgent.length === 0
          ? "an agent, or uring-bench by itself"
          : `an agent only: ${forAgent.map(({ kind, step }) => `${kindWords(kind).name} (step ${step})`).join(", ")}`}
      </Definition>
    </DefinitionList>
  );
}

function Points({ expansion: { listed, points } }: { expansion: Expansion }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section aria-label="Points" tabIndex={0} className="max-h-96 overflow-y-auto border-t">
      <Table label="Points" fixed>
        <TableHead className="sticky top-0 bg-surface">
          <HeadCell className="w-12">Step</HeadCell>
          <HeadCell>Workload</HeadCell>
          <HeadCell number className="w-24">
            Time (max)
          </HeadCell>
        </TableHead>
        <tbody>
          {listed.map((point) => (
            <PointRow key={point.sequence} point={point} />
          ))}
        </tbody>
      </Table>
      {points > listed.length ? (
        <p className="border-t px-4 py-2 text-muted text-table">
          {listed.length < listedPoints
            ? `${formatCount(points)} at most; the others depend on what is measured.`
            : `The first ${listedPoints} of ${formatCount(points)}.`}
        </p>
      ) : null}
    </section>
  );
}

function PointRow({ point: { step, words, seconds } }: { point: ListedPoint }) {
  return (
    <Row>
      <Cell className="text-muted tabular-nums">{step}</Cell>
      <Cell className="break-words">{words}</Cell>
      <Cell number>
        {seconds === undefined ? (
          <span title="As long as it takes to move the data">varies</span>
        ) : (
          formatDuration(seconds * 1000)
        )}
      </Cell>
    </Row>
  );
}
