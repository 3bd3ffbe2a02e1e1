"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { batchPreviewKey } from "@/api/batch-preview-key";
import { type Inputs, type Outputs, useTRPCClient } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { keyOf, targetOfKey } from "./target-key";
import type { LaunchChoice } from "./use-launch-choice";

export type PreviewedTarget = Outputs["batch"]["preview"][number];
type Batch = Inputs["batch"]["preview"];

/** What the server takes of a batch, before anything is confirmed; undefined while something is missing. */
export function batchOf(choice: LaunchChoice): Batch | undefined {
  const { targetKeys, target, many, plan, settings, parallelOnHost, startTogether } = choice;
  const one = target === undefined ? [] : [target];
  const targets = many ? targetKeys.flatMap((key) => targetOfKey(key, null) ?? []) : one;
  if (plan === undefined || targets.length === 0) return undefined;
  const set = Object.keys(settings).length === 0 ? {} : { settings };
  return { targets, plan, ...set, parallelOnHost, startTogether };
}

export interface ManyPreview {
  /** By the key of the target, as far as they are known. */
  readonly known: ReadonlyMap<string, PreviewedTarget>;
  /** Of the very choice that is made now. */
  readonly isCurrent: boolean;
  readonly error: unknown;
}

/** Each target of the batch with what would happen on it; asked for anew when the fleet changes. */
export function useManyPreview(choice: LaunchChoice): ManyPreview {
  const client = useTRPCClient();
  const mayLaunch = useWhyNot("benchmark.launch") === undefined;
  const asked = useMemo(() => JSON.stringify(choice.many ? batchOf(choice) : undefined), [choice]);
  const settled = useSettled(asked);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...batchPreviewKey, settled],
    // It is asked for by POST, since hundreds of targets are too long for a URL.
    queryFn: ({ signal }) => client.batch.preview.mutate(JSON.parse(settled ?? "") as Batch, { signal }),
    enabled: mayLaunch && settled !== undefined,
    placeholderData: keepPreviousData,
  });
  const known = useMemo(() => new Map((data ?? []).map((each) => [keyOf(each.choice), each])), [data]);
  return { known, isCurrent: !isPlaceholderData && data !== undefined && settled === asked, error };
}

const settleMs = 250;

/** A value that has not changed for a moment: whoever checks ten boxes asks once. */
function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
