"use client";

import { formatCount } from "@crosspoint/domain";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/api/client";
import { DrivePicker, type PickedDrive } from "@/features/drives/lifecycle/drive-picker";
import { Field } from "@/ui/field";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import type { NamedScope, ScopeKind } from "./threshold";

interface ScopeFieldsProps {
  readonly chosen: NamedScope | undefined;
  readonly onChange: (chosen: NamedScope | undefined) => void;
}

/** For which drives: all, those of a model or a group, or one. */
export function ScopeFields({ chosen, onChange }: ScopeFieldsProps) {
  const [kind, setKind] = useState<ScopeKind>(chosen?.scope.kind ?? "fleet");
  const choose = (next: ScopeKind) => {
    setKind(next);
    onChange(next === "fleet" ? { scope: { kind: "fleet" }, name: "the fleet" } : undefined);
  };
  return (
    <div className="grid gap-2">
      <Segmented
        label="Drives"
        value={kind}
        onValueChange={choose}
        options={[
          { value: "fleet", label: "Fleet" },
          { value: "model", label: "Model" },
          { value: "group", label: "Group" },
          { value: "drive", label: "Drive" },
        ]}
      />
      {kind === "model" ? <ModelField chosen={chosen} onChange={onChange} /> : null}
      {kind === "group" ? <GroupField chosen={chosen} onChange={onChange} /> : null}
      {kind === "drive" ? <DriveField onChange={onChange} /> : null}
    </div>
  );
}

function ModelField({ chosen, onChange }: ScopeFieldsProps) {
  const { data } = useQuery(useTRPC().drive.facets.queryOptions({}));
  const options = (data?.models.choices ?? []).map(({ value, productName, count = 0 }) => ({
    value,
    label: `${[productName, value].filter(Boolean).join(", ")} (${formatCount(count)})`,
  }));
  return (
    <Field label="Model" hint={data && options.length === 0 ? "No drives yet." : undefined}>
      <Select
        value={chosen?.scope.kind === "model" ? chosen.scope.model : ""}
        onValueChange={(model) => onChange(model === "" ? undefined : { scope: { kind: "model", model }, name: model })}
        options={[{ value: "", label: "Choose…" }, ...options]}
      />
    </Field>
  );
}

function GroupField({ chosen, onChange }: ScopeFieldsProps) {
  const { data } = useQuery(useTRPC().group.list.queryOptions());
  const groups = data ?? [];
  return (
    <Field label="Group" hint={data?.length === 0 ? "No groups yet. Make one under Groups." : undefined}>
      <Select
        value={chosen?.scope.kind === "group" ? chosen.scope.groupId : ""}
        onValueChange={(groupId) => {
          const group = groups.find(({ id }) => id === groupId);
          onChange(group && { scope: { kind: "group", groupId }, name: `the group ${group.name}` });
        }}
        options={[{ value: "", label: "Choose…" }, ...groups.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </Field>
  );
}

function DriveField({ onChange }: Pick<ScopeFieldsProps, "onChange">) {
  const [picked, setPicked] = useState<PickedDrive>();
  const pick = (drive: PickedDrive | undefined) => {
    setPicked(drive);
    onChange(drive && { scope: { kind: "drive", driveId: drive.id }, name: `${drive.model} ${drive.serial}` });
  };
  return <DrivePicker label="Drive" picked={picked} onPick={pick} />;
}
