"use client";

import { Field } from "@/ui/field";
import { fieldClasses, Input } from "@/ui/input";
import { Panel } from "@/ui/panel";
import { useBuilderState } from "./builder-context";
import type { Mistake } from "./draft/check";
import { MoreFields } from "./fields/more-fields";

/** What the plan is called and what it is for. */
export function HeadPanel({ mistakes }: { mistakes: readonly Mistake[] }) {
  const { plan, edit, readOnly } = useBuilderState();
  const text = (field: string) => {
    const value = plan.head[field];
    return typeof value === "string" ? value : "";
  };
  const errorOf = (field: string) => mistakes.find(({ key, path }) => key === undefined && path[0] === field)?.message;
  const set = (field: string, value: string) =>
    edit({ kind: "setHead", field, value: value === "" && field !== "name" ? undefined : value });
  const follows = listOf(plan.head.follows);
  const departs = listOf(plan.head.departs);
  return (
    <Panel title="Plan">
      <fieldset disabled={readOnly} className="grid gap-3">
        <legend className="sr-only">Name and purpose</legend>
        <Field label="Name" error={nameError(text("name"), errorOf("name"))}>
          <Input maxLength={200} value={text("name")} onChange={({ target }) => set("name", target.value)} />
        </Field>
        <Field label="What it is for" hint="Shown where a plan is chosen." error={errorOf("description")}>
          <textarea
            rows={2}
            maxLength={4096}
            className={`${fieldClasses} field-sizing-content h-auto max-h-48 min-h-16 resize-y py-1.5`}
            value={text("description")}
            onChange={({ target }) => set("description", target.value)}
          />
        </Field>
        {follows.length === 0 ? null : <p className="text-muted text-table">Follows {follows.join(", ")}</p>}
        {departs.length === 0 ? null : (
          <MoreFields
            title={`Departs from it in ${departs.length === 1 ? "one way" : `${departs.length} ways`}`}
            isUsed={false}
          >
            <ul className="list-disc pl-5 text-muted text-table">
              {departs.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </MoreFields>
        )}
      </fieldset>
    </Panel>
  );
}

function nameError(name: string, error: string | undefined): string | undefined {
  return error !== undefined && name === "" ? "Give the plan a name." : error;
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
