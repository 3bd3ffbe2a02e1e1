import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Segmented } from "@/ui/segmented";
import type { Start } from "./launch-url";
import { OnceFields, WeeklyFields } from "./rhythm-fields";
import type { useLaunchChoice } from "./use-launch-choice";

type Launch = ReturnType<typeof useLaunchChoice>;

const labels: Record<Start, string> = { now: "Now", queue: "In the queue", once: "At a time", weekly: "Every week" };
const startsOfOne = ["now", "queue", "once", "weekly"] as const;
/** What of a batch cannot start now waits in the queue anyway. */
const startsOfMany = ["now", "once", "weekly"] as const;

/** When it starts, and what may run beside it. */
export function StartForm({ choice, ...change }: Launch) {
  const { start, many, rhythm, rhythmText, name } = choice;
  const scheduled = rhythm !== undefined;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span aria-hidden>Start</span>
        <Segmented
          label="Start"
          value={start}
          onValueChange={change.changeStart}
          options={(many ? startsOfMany : startsOfOne).map((value) => ({ value, label: labels[value] }))}
        />
      </div>
      <p className="text-muted text-table">{startWords(choice)}</p>
      {start === "once" ? <OnceFields value={rhythmText} parsed={rhythm} onChange={change.changeRhythm} /> : null}
      {start === "weekly" ? <WeeklyFields value={rhythmText} parsed={rhythm} onChange={change.changeRhythm} /> : null}
      {many || scheduled ? (
        <Field label="Name" hint={scheduled ? undefined : "Optional; without one, the plan's."}>
          <Input maxLength={200} value={name} onChange={({ target }) => change.changeName(target.value)} />
        </Field>
      ) : null}
      {many ? <ManySharing {...change} choice={choice} /> : <OneSharing {...change} choice={choice} />}
    </div>
  );
}

function startWords({ start, many, startTogether }: Launch["choice"]): string {
  if (start === "once") return "Launched once; whether it may run is checked again then.";
  if (start === "weekly") {
    return "Launched every week in your name; whether it may run is checked again each time. A time that is missed is noted, not made up for.";
  }
  if (many) {
    return startTogether
      ? "All targets begin at the same moment, 15 seconds after the launch. If any of them cannot, none starts."
      : "Each host starts as soon as it is free; the rest waits in the queue.";
  }
  return start === "queue"
    ? "Starts as soon as the drive and its host are free."
    : "Refused while the drive or its host is busy with another run.";
}

function OneSharing({ choice, changeParallel }: Launch) {
  return (
    <label className="flex items-start gap-2 text-table">
      <input
        type="checkbox"
        className="mt-0.5 accent-(--accent)"
        checked={choice.parallelOnHost}
        onChange={({ target }) => changeParallel(target.checked)}
      />
      <span>
        May run beside other benchmarks on this host
        <span className="block text-muted">They share its CPUs and PCIe links, which results may show.</span>
      </span>
    </label>
  );
}

type Sharing = "one" | "beside" | "together";

const sharings: readonly { readonly value: Sharing; readonly label: string; readonly hint: string }[] = [
  { value: "one", label: "One per host at a time", hint: "Nothing else of the host disturbs the results." },
  {
    value: "beside",
    label: "May run beside others",
    hint: "Targets of one host share its CPUs and PCIe links, which results may show.",
  },
  {
    value: "together",
    label: "Start together",
    hint: "On all hosts at one moment: for the sum of all drives and the slowest of them.",
  },
];

function ManySharing({ choice: { parallelOnHost, startTogether }, changeParallel, changeTogether }: Launch) {
  const value: Sharing = startTogether ? "together" : parallelOnHost ? "beside" : "one";
  const choose = (next: Sharing) => {
    changeTogether(next === "together");
    changeParallel(next === "beside");
  };
  return (
    <div role="radiogroup" aria-label="Targets of one host" className="grid gap-1.5 text-table">
      {sharings.map((each) => (
        <label key={each.value} className="flex items-start gap-2">
          <input
            type="radio"
            name="sharing"
            className="mt-0.5 accent-(--accent)"
            checked={value === each.value}
            onChange={() => choose(each.value)}
          />
          <span>
            {each.label}
            <span className="block text-muted">{each.hint}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
