import type { ComponentProps, ReactNode } from "react";
import { cn } from "./classes";

interface TableProps {
  readonly label: string;
  /** Columns have the widths of their heads, and long text wraps; without it they follow their content. */
  readonly fixed?: boolean;
  readonly children: ReactNode;
}

/** A plain table for tens of rows; a long one is virtual (features/drives). Scrolls sideways by itself. */
export function Table({ label, fixed, children }: TableProps) {
  return (
    <div className="relative overflow-x-auto">
      <table aria-label={label} className={cn("w-full border-collapse text-table", fixed && "table-fixed")}>
        {children}
      </table>
    </div>
  );
}

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

export function Cell({ number, className, ...props }: CellProps) {
  return (
    <td
      {...props}
      className={cn("px-3 py-1.5 align-top first:pl-4 last:pr-4", number && "whitespace-nowrap text-right", className)}
    />
  );
}
