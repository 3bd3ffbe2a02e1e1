import { Segmented } from "@/ui/segmented";
import type { LaunchChoice } from "./use-launch-choice";

interface StartFormProps {
  readonly choice: LaunchChoice;
  readonly onQueue: (queue: boolean) => void;
  readonly onParallel: (parallel: boolean) => void;
}

/** When the run starts, and what may run beside it. */
export function StartForm({ choice: { queue, parallelOnHost }, onQueue, onParallel }: StartFormProps) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span aria-hidden>Start</span>
        <Segmented
          label="Start"
          value={queue ? "queue" : "now"}
          onValueChange={(next) => onQueue(next === "queue")}
          options={[
            { value: "now", label: "Now" },
            { value: "queue", label: "In the queue" },
          ]}
        />
      </div>
      <p className="text-muted text-table">
        {queue
          ? "Starts as soon as the drive and its host are free."
          : "Refused while the drive or its host is busy with another run."}
      </p>
      <label className="flex items-start gap-2 text-table">
        <input
          type="checkbox"
          className="mt-0.5 accent-(--accent)"
          checked={parallelOnHost}
          onChange={({ target }) => onParallel(target.checked)}
        />
        <span>
          May run beside other benchmarks on this host
          <span className="block text-muted">They share its CPUs and PCIe links, which results may show.</span>
        </span>
      </label>
    </div>
  );
}
