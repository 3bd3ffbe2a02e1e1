"use client";

import { ClipboardCopy, Download } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/ui/button";
import { cn } from "@/ui/classes";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/ui/menu";
import { type ChartTable, toCsv } from "../prepare/csv";
import { pngOf, standaloneSvg, svgText } from "./export-svg";
import { HollowShape, type MarkForm } from "./hollow-shape";

export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly color: string;
  /** Published figures are drawn hollow. */
  readonly hollow?: boolean;
  readonly form?: MarkForm | undefined;
  readonly dash?: string | undefined;
}

/** What the legend says of a series: hidden by a click, faded while another is pointed at. */
export interface LegendState {
  readonly isHidden: (id: string) => boolean;
  readonly opacity: (id: string) => number;
}

interface ChartFrameProps {
  /** States what is shown. */
  readonly title: string;
  readonly note?: ReactNode;
  readonly legend: readonly LegendEntry[];
  readonly table: ChartTable;
  readonly fileName: string;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: (state: LegendState) => ReactNode;
}

/** What every chart has: a title, a legend that hides and highlights, and ways to take it along. */
export function ChartFrame({ title, note, legend, table, fileName, actions, className, children }: ChartFrameProps) {
  const host = useRef<HTMLDivElement>(null);
  const headingId = useId();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [pointed, setPointed] = useState<string>();
  const toggle = (id: string) =>
    setHidden((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    );
  const state: LegendState = {
    isHidden: (id) => hidden.has(id),
    opacity: (id) => (pointed === undefined || pointed === id ? 1 : 0.2),
  };
  return (
    <figure aria-labelledby={headingId} className={cn("min-w-0", className)}>
      <div className="mb-1 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <figcaption id={headingId} className="font-medium">
          {title}
        </figcaption>
        {note ? <span className="text-muted text-table">{note}</span> : null}
        <div className="ml-auto flex items-center gap-2">
          {actions}
          <CopyMenu
            title={title}
            fileName={fileName}
            table={table}
            host={host}
            legend={legend.filter(({ id }) => !hidden.has(id))}
          />
        </div>
      </div>
      <div ref={host} className="relative text-text">
        {children(state)}
      </div>
      {legend.length > 0 ? (
        <ul className="mt-1 flex flex-wrap gap-x-1 gap-y-0.5" aria-label="Series">
          {legend.map((entry) => (
            <li key={entry.id} className="min-w-0">
              <button
                type="button"
                aria-pressed={!hidden.has(entry.id)}
                title={hidden.has(entry.id) ? "Show" : "Hide"}
                onClick={() => toggle(entry.id)}
                onPointerEnter={() => setPointed(entry.id)}
                onPointerLeave={() => setPointed(undefined)}
                onFocus={() => setPointed(entry.id)}
                onBlur={() => setPointed(undefined)}
                className={cn(
                  "flex max-w-full items-center gap-1.5 rounded px-1.5 py-1 text-left text-table hover:bg-hover",
                  hidden.has(entry.id) && "text-muted line-through",
                )}
              >
                <Swatch entry={entry} />
                <span className="truncate">{entry.label}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </figure>
  );
}

function Swatch({ entry }: { entry: LegendEntry }) {
  if (entry.hollow) {
    return (
      <svg width="14" height="14" aria-hidden className="shrink-0">
        <HollowShape form={entry.form ?? "square"} x={7} y={7} color={entry.color} />
      </svg>
    );
  }
  return (
    <svg width="18" height="12" aria-hidden className="shrink-0">
      <line x1="1" x2="17" y1="6" y2="6" stroke={entry.color} strokeWidth="2.5" strokeDasharray={entry.dash} />
    </svg>
  );
}

interface CopyMenuProps {
  readonly title: string;
  readonly fileName: string;
  readonly table: ChartTable;
  readonly legend: readonly LegendEntry[];
  readonly host: { readonly current: HTMLDivElement | null };
}

function CopyMenu({ title, fileName, table, legend, host }: CopyMenuProps) {
  const drawing = () => {
    if (host.current === null) throw new Error("There is no drawing to copy yet.");
    const entries = legend.map(({ label, color, hollow }) => ({ label, color, hollow: hollow === true }));
    return standaloneSvg(host.current, title, entries);
  };
  const run = (done: string, act: () => Promise<void>) => async () => {
    try {
      await act();
      toast.success(done);
    } catch (error) {
      toast.error(`The chart was not copied: ${error instanceof Error ? error.message : "the browser refused"}.`);
    }
  };
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon-small" className="text-muted" aria-label={`Copy or save: ${title}`}>
          <Download className="size-4!" aria-hidden />
        </Button>
      }
    >
      <MenuLabel>Copy</MenuLabel>
      <MenuItem onSelect={run("Copied as PNG", async () => copyBlob(await pngOf(drawing())))}>
        <ClipboardCopy aria-hidden /> As PNG
      </MenuItem>
      <MenuItem onSelect={run("Copied as SVG", () => copyPlain(svgText(drawing())))}>
        <ClipboardCopy aria-hidden /> As SVG
      </MenuItem>
      <MenuItem onSelect={run("Copied as CSV", () => copyPlain(toCsv(table)))}>
        <ClipboardCopy aria-hidden /> As CSV
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Save</MenuLabel>
      <MenuItem onSelect={run("Saved as PNG", async () => save(await pngOf(drawing()), `${fileName}.png`))}>
        <Download aria-hidden /> As PNG
      </MenuItem>
      <MenuItem
        onSelect={run("Saved as SVG", async () =>
          save(new Blob([svgText(drawing())], { type: "image/svg+xml" }), `${fileName}.svg`),
        )}
      >
        <Download aria-hidden /> As SVG
      </MenuItem>
      <MenuItem
        onSelect={run("Saved as CSV", async () =>
          save(new Blob([toCsv(table)], { type: "text/csv" }), `${fileName}.csv`),
        )}
      >
        <Download aria-hidden /> As CSV
      </MenuItem>
    </Menu>
  );
}

async function copyPlain(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error("the clipboard needs https; save it instead");
  await navigator.clipboard.writeText(text);
}

async function copyBlob(blob: Blob): Promise<void> {
  if (!navigator.clipboard?.write) throw new Error("the clipboard needs https; save it instead");
  await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
}

/** Hands a file to the browser's downloads. */
export function save(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
