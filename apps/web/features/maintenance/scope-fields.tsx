"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Inputs, useTRPC } from "@/api/client";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Segmented } from "@/ui/segmented";

export type WindowScope = Inputs["maintenance"]["create"]["scope"];
type Kind = WindowScope["kind"];

interface ScopeFieldsProps {
  readonly scope: WindowScope | undefined;
  readonly onChange: (scope: WindowScope | undefined) => void;
}

/** The fleet, or a group, host or drive found by its name. */
export function ScopeFields({ scope, onChange }: ScopeFieldsProps) {
  const [kind, setKind] = useState<Kind>("fleet");
  const [named, setNamed] = useState<string>();
  const choose = (next: Kind) => {
    setKind(next);
    setNamed(undefined);
    onChange(next === "fleet" ? { kind: "fleet" } : undefined);
  };
  return (
    <div className="grid gap-2">
      <Segmented
        label="Of"
        value={kind}
        onValueChange={choose}
        options={[
          { value: "fleet", label: "Fleet" },
          { value: "group", label: "Group" },
          { value: "host", label: "Host" },
          { value: "drive", label: "Drive" },
        ]}
      />
      {kind === "fleet" ? null : scope !== undefined && named !== undefined ? (
        <p className="flex items-center gap-2">
          <span className="wrap-anywhere">{named}</span>
          <Button size="small" onClick={() => choose(kind)}>
            Choose another
          </Button>
        </p>
      ) : (
        <Search
          kind={kind}
          onPick={({ id, name }) => {
            setNamed(name);
            onChange({ kind, id });
          }}
        />
      )}
    </div>
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function Search({ kind, onPick }: { kind: Exclude<Kind, "fleet">; onPick: (named: Named) => void }) {
  const [text, setText] = useState("");
  const found = useFound(kind, text.trim());
  return (
    <>
      <Field label={`Search ${kind}s`}>
        <Input value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />
      </Field>
      <ul aria-label="Found" className="grid gap-1">
        {found.map(({ id, name }) => (
          <li key={id}>
            <Button size="small" onClick={() => onPick({ id, name })}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

const shown = 8;

function useFound(kind: Exclude<Kind, "fleet">, text: string): Named[] {
  const trpc = useTRPC();
  const groups = useQuery({ ...trpc.group.list.queryOptions(), enabled: kind === "group" });
  const found = useQuery({
    ...trpc.search.find.queryOptions({ text: text || "-" }),
    enabled: kind !== "group" && text !== "",
  });
  if (kind === "group") {
    const isLike = ({ name }: Named) => name.toLowerCase().includes(text.toLowerCase());
    return (groups.data ?? []).filter(isLike).slice(0, shown);
  }
  if (kind === "host") return (found.data?.hosts ?? []).map(({ id, hostname }) => ({ id, name: hostname }));
  return (found.data?.drives ?? []).map(({ id, model, serial }) => ({ id, name: `${model} ${serial}` }));
}
