"use client";

import { Gauge } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPCClient } from "@/api/client";
import { useWhyNot } from "@/features/access/actor";
import { chooseTargets, targetsMost } from "@/features/plans/chosen-targets";
import { launchManyAddress } from "@/features/plans/launch-address";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";
import { type DriveFilter, listInput } from "./drive-filter";
import { type Picked, pickedMost } from "./picked";

/** The longest page that the server gives. */
const pageLength = 500;

interface BenchmarkSelectedProps {
  readonly filter: DriveFilter;
  readonly picked: Picked;
  /** Undefined: more than were counted. */
  readonly count: number | undefined;
  readonly drives: string;
}

/** Takes the selected drives to the launch page, which says what would run on each and what prevents it. */
export function BenchmarkSelected({ filter, picked, count, drives }: BenchmarkSelectedProps) {
  const router = useRouter();
  const client = useTRPCClient();
  const [busy, setBusy] = useState(false);
  const notAllowed = useWhyNot("benchmark.launch");
  const tooMany =
    count === undefined || count > targetsMost ? `A batch has at most ${targetsMost} targets.` : undefined;
  const benchmark = async () => {
    setBusy(true);
    try {
      // A drive alone means its first namespace, which nearly every drive has only.
      chooseTargets((await idsOf(client, filter, picked)).map((id) => `${id}.1`));
      router.push(launchManyAddress);
    } catch (error) {
      toast.error("The drives could not be read", { description: error instanceof Error ? error.message : undefined });
      setBusy(false);
    }
  };
  return (
    <Button variant="primary" busy={busy} disabledReason={notAllowed ?? tooMany} onClick={() => void benchmark()}>
      <Gauge aria-hidden /> Benchmark {drives}
    </Button>
  );
}

/** All matches are few enough here that one or two pages hold them. */
async function idsOf(client: ReturnType<typeof useTRPCClient>, filter: DriveFilter, picked: Picked) {
  if (picked.kind === "drives") return picked.ids;
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.drive.list.query({
      ...listInput(filter),
      limit: pageLength,
      ...(cursor === undefined ? {} : { cursor }),
    });
    ids.push(...page.drives.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined && ids.length <= targetsMost + pickedMost);
  return ids.filter((id) => !picked.exceptIds.includes(id)).slice(0, targetsMost);
}
