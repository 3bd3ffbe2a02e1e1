"use client";

import { Gauge, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useWhyNot } from "@/features/access/actor";
import { chooseTargets, targetsMost } from "@/features/plans/chosen-targets";
import { launchManyAddress } from "@/features/plans/launch-address";
import { Button } from "@/ui/button";
import { useDriveSelection } from "./drive-selection";

/** What can be done with the selected drives; it stays in view. */
export function SelectionBar() {
  const { ids, clear } = useDriveSelection();
  const router = useRouter();
  const whyNot = useWhyNot("benchmark.launch");
  if (ids.length === 0) return null;
  const drives = ids.length === 1 ? "1 drive" : `${ids.length} drives`;
  const benchmark = () => {
    // A drive alone means its first namespace, which nearly every drive has only.
    chooseTargets(ids.map((id) => `${id}.1`));
    router.push(launchManyAddress);
  };
  return (
    <section
      aria-label="Selected drives"
      className="sticky bottom-4 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2 shadow-lg"
    >
      <span role="status">
        {drives} selected{ids.length === targetsMost ? ", as many as a batch can have" : ""}
      </span>
      <Button variant="primary" disabledReason={whyNot} onClick={benchmark}>
        <Gauge aria-hidden /> Benchmark {drives}
      </Button>
      <Button variant="ghost" onClick={clear}>
        <X aria-hidden /> Clear selection
      </Button>
    </section>
  );
}
