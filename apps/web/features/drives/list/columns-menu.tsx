"use client";

import { Columns3 } from "lucide-react";
import { Button } from "@/ui/button";
import { Popover } from "@/ui/popover";
import { type ColumnKey, chosenColumns, columns, listBelowPx, usualColumns } from "./drive-columns";

interface ColumnsMenuProps {
  readonly chosen: readonly ColumnKey[];
  /** Null: the usual ones. */
  readonly onChange: (chosen: ColumnKey[] | null) => void;
}

/** Which columns the table has; they stand in the URL. */
export function ColumnsMenu({ chosen, onChange }: ColumnsMenuProps) {
  const toggle = (key: ColumnKey) =>
    onChange(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]);
  const isUsual = usualColumns.length === chosen.length && usualColumns.every((key) => chosen.includes(key));
  return (
    <Popover
      label="Columns"
      trigger={
        <Button>
          <Columns3 aria-hidden /> Columns
        </Button>
      }
    >
      <div className="grid w-56 gap-2">
        <ul>
          {columns.map(({ key, name }) => (
            <li key={key}>
              <label className="flex h-7 cursor-pointer items-center gap-2 rounded px-1.5 hover:bg-hover">
                <input
                  type="checkbox"
                  className="accent-(--accent)"
                  checked={key === "serial" || chosen.includes(key)}
                  disabled={key === "serial"}
                  onChange={() => toggle(key)}
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
        <p className="px-1.5 text-muted text-xs">
          Needs a window {Math.ceil(listBelowPx(chosenColumns(chosen)))} px wide. A narrower one shows a list with all
          figures.
        </p>
        {isUsual ? null : (
          <Button size="small" onClick={() => onChange(null)}>
            Reset columns
          </Button>
        )}
      </div>
    </Popover>
  );
}
