import type { ComponentProps, ReactNode } from "react";
import { cn } from "./classes";

interface TableProps {
  readonly label: string;
  /** Columns have the widths of their heads, and long text wraps; without it they follow their content. */
  readonly fixed?: boolean;
  /**
   * Each row becomes a block, its cells one below the other behind their `label`s: in a window as narrow as a phone's, or
   * (a table of many columns) where its own place is narrower than 56 rem.
   */
  readonly stacked?: boolean | "many";
  readonly children: ReactNode;
}

/** A plain table for tens of rows; a long one is virtual (features/drives/list). Scrolls sideways by itself. */
export function Table({ label, fixed, stacked, children }: TableProps) {
  return (
    <div className="@container relative overflow-x-auto">
      <table
        aria-label={label}
        className={cn(
          "w-full border-collapse text-table",
          fixed && "table-fixed",
          stacked === true && stackedClasses,
          stacked === "many" && manyStackedClasses,
        )}
      >
        {children}
      </table>
    </div>
  );
}

const stackedClasses = [
  "max-sm:[&_thead]:sr-only",
  "max-sm:[&_tbody]:block max-sm:[&_tr]:grid max-sm:[&_tr]:gap-1 max-sm:[&_tr]:px-4 max-sm:[&_tr]:py-2.5",
  "max-sm:[&_td]:min-w-0 max-sm:[&_td]:p-0! max-sm:[&_td]:text-left max-sm:[&_td:empty]:hidden",
  "max-sm:[&_td[data-label]]:before:mr-2 max-sm:[&_td[data-label]]:before:font-sans max-sm:[&_td[data-label]]:before:text-muted",
  "max-sm:[&_td[data-label]]:before:content-[attr(data-label)]",
];

/** The same, by the width of the table's place. */
export const manyStackedClasses = [
  "@max-4xl:[&_thead]:sr-only",
  "@max-4xl:[&_tbody]:block @max-4xl:[&_tr]:grid @max-4xl:[&_tr]:gap-1 @max-4xl:[&_tr]:px-4 @max-4xl:[&_tr]:py-2.5",
  "@max-4xl:[&_td]:min-w-0 @max-4xl:[&_td]:p-0! @max-4xl:[&_td]:text-left @max-4xl:[&_td:empty]:hidden",
  "@max-4xl:[&_td[data-label]]:before:mr-2 @max-4xl:[&_td[data-label]]:before:font-sans @max-4xl:[&_td[data-label]]:before:text-muted",
  "@max-4xl:[&_td[data-label]]:before:content-[attr(data-label)]",
];

export function TableHead({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <thead className={cn("border-b text-left text-muted", className)}>
      <tr>{children}</tr>
    </thead>
  );
}

interface CellProps extends ComponentProps<"td"> {
  /** Numbers stand on the right. */
  readonly number?: boolean;
  /** What stands before the cell in a stacked table, where it does not speak for itself. */
  readonly label?: string;
}

export function HeadCell({ number, className, ...props }: CellProps) {
  return (
    <th
      scope="col"
      {...props}
      className={cn("whitespace-nowrap px-3 py-2 font-medium first:pl-4 last:pr-4", number && "text-right", className)}
    />
  );
}

export function Row({ className, ...props }: ComponentProps<"tr">) {
  return <tr {...props} className={cn("border-b last:border-b-0", className)} />;
}

export function Cell({ number, label, className, ...props }: CellProps) {
  return (
    <td
      data-label={label}
      {...props}
      className={cn("px-3 py-1.5 align-top first:pl-4 last:pr-4", number && "whitespace-nowrap text-right", className)}
    />
  );
}
