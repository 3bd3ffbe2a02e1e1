import { ChevronDown } from "lucide-react";
import { cn } from "./classes";
import { fieldClasses } from "./input";

interface SelectProps<Value extends string> {
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly className?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly "aria-label"?: string;
  readonly "aria-describedby"?: string;
}

/** One of a few: the browser's own, which phones show their way. */
export function Select<Value extends string>({
  value,
  onValueChange,
  options,
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <span className={cn("relative inline-flex h-8 max-w-full", className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onValueChange(event.target.value as Value)}
        className={cn(fieldClasses, "h-full appearance-none truncate pr-8")}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 text-muted"
        aria-hidden
      />
    </span>
  );
}
