"use client";

import { Plus, X } from "lucide-react";
import { Button } from "@/ui/button";
import { Input } from "@/ui/input";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import { fieldNames, fieldsOf, firstTerm, type GroupKind, type Rule, type Term } from "./group";

const termsLimit = 10;

interface RuleFieldsProps {
  readonly kind: GroupKind;
  readonly rule: Rule;
  readonly onChange: (rule: Rule) => void;
}

/** The terms of a rule, one below the other. */
export function RuleFields({ kind, rule, onChange }: RuleFieldsProps) {
  const { match, terms } = rule;
  const change = (place: number, term: Term) => onChange({ match, terms: terms.with(place, term) });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-table">Rule</legend>
      {terms.length > 1 ? (
        <Segmented
          label="Match"
          value={match}
          onValueChange={(next) => onChange({ match: next, terms })}
          options={[
            { value: "all", label: "All of these" },
            { value: "any", label: "Any of these" },
          ]}
        />
      ) : null}
      {terms.map((term, place) => (
        <TermFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a term has nothing else that stays while it is typed
          key={place}
          kind={kind}
          number={place + 1}
          term={term}
          onChange={(next) => change(place, next)}
          onRemove={terms.length > 1 ? () => onChange({ match, terms: terms.toSpliced(place, 1) }) : undefined}
        />
      ))}
      <Button
        size="small"
        className="justify-self-start"
        disabledReason={terms.length >= termsLimit ? `A rule has at most ${termsLimit} terms.` : undefined}
        onClick={() => onChange({ match, terms: [...terms, firstTerm] })}
      >
        <Plus aria-hidden /> Add term
      </Button>
      <p className="text-muted text-xs">
        Several values are separated by commas: one of them is enough. In a pattern * stands for any text, ? for one
        character.
      </p>
    </fieldset>
  );
}

interface TermFieldsProps {
  readonly kind: GroupKind;
  readonly number: number;
  readonly term: Term;
  readonly onChange: (term: Term) => void;
  readonly onRemove: (() => void) | undefined;
}

function TermFields({ kind, number, term, onChange, onRemove }: TermFieldsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={`Property ${number}`}
        value={term.field}
        onValueChange={(field) => onChange({ ...term, field })}
        options={fieldsOf(kind).map((value) => ({ value, label: fieldNames[value] }))}
      />
      <Select
        aria-label={`Comparison ${number}`}
        value={term.operator}
        onValueChange={(operator) => onChange({ ...term, operator })}
        options={[
          { value: "is", label: "is" },
          { value: "matches", label: "matches" },
        ]}
      />
      <Input
        aria-label={`Value ${number}`}
        className="min-w-32 flex-1"
        maxLength={1000}
        value={term.values.join(",")}
        onChange={(event) => onChange({ ...term, values: event.target.value.split(",") })}
      />
      {onRemove ? (
        <Button variant="ghost" size="icon-small" aria-label={`Remove term ${number}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      ) : null}
    </div>
  );
}
