import type { WorkloadErrors, WorkloadText } from "./workload";

/** What each field is called, in the form and where something is wrong with it. */
export const workloadLabels: Readonly<Record<keyof WorkloadText, string>> = {
  pattern: "Pattern",
  readPercent: "Reads (%)",
  blockKib: "Block size (KiB)",
  queueDepth: "Queue depth",
  threads: "Threads",
  durationS: "Duration (s)",
  rampS: "Warm-up (s)",
  spanPercent: "Span (%)",
};

/** "Correct the workload: Reads (%), Block size (KiB)." */
export function wrongFields(errors: WorkloadErrors): string {
  const fields = Object.keys(workloadLabels).filter((field) => errors[field as keyof WorkloadText] !== undefined);
  return `Correct the workload: ${fields.map((field) => workloadLabels[field as keyof WorkloadText]).join(", ")}.`;
}

/** Fields of a workload as the server names them, where the form has another name. */
const formNames: Readonly<Record<string, keyof WorkloadText>> = { blockBytes: "blockKib", spanPercent: "spanPercent" };

interface FieldBlocker {
  readonly fields?: readonly { readonly path: string; readonly message: string }[] | undefined;
}

/** What the server has against a field of the workload: it stands at the field, as the form's own findings do. */
export function fieldErrorsOf(blockers: readonly FieldBlocker[]): WorkloadErrors {
  const errors = blockers.flatMap(({ fields }) => fields ?? []);
  return Object.fromEntries(
    errors.flatMap(({ path, message }) => {
      const field = formNames[path.split(".").at(-1) ?? ""];
      return field === undefined ? [] : [[field, message]];
    }),
  );
}
