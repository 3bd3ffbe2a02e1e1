import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import type { ImportChoice } from "./send-file";

interface HdrLogFieldsProps {
  readonly choice: ImportChoice;
  readonly onChange: (choice: ImportChoice) => void;
}

type Unit = NonNullable<ImportChoice["unit"]>;
type Direction = NonNullable<ImportChoice["direction"]>;

const units: readonly { value: Unit | ""; label: string }[] = [
  { value: "", label: "As the log says" },
  { value: "ns", label: "Nanoseconds" },
  { value: "us", label: "Microseconds" },
  { value: "ms", label: "Milliseconds" },
];
const directions: readonly { value: Direction | ""; label: string }[] = [
  { value: "", label: "As its tags say" },
  { value: "read", label: "Reads" },
  { value: "write", label: "Writes" },
];

/** What a log of HdrHistogram leaves open. */
export function HdrLogFields({ choice, onChange }: HdrLogFieldsProps) {
  return (
    <>
      <Field label="Unit of .hlog values" hint="A log of another tool does not say it.">
        <Select
          value={choice.unit ?? ""}
          options={units}
          onValueChange={(unit) => onChange({ ...choice, unit: unit || undefined })}
        />
      </Field>
      <Field label="Direction of .hlog values" hint="For logs without tags “read” and “write”.">
        <Select
          value={choice.direction ?? ""}
          options={directions}
          onValueChange={(direction) => onChange({ ...choice, direction: direction || undefined })}
        />
      </Field>
    </>
  );
}
