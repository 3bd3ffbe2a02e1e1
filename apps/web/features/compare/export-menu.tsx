"use client";

import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Inputs } from "@/api/client";
import { save } from "@/charts/draw/save";
import { toCsv } from "@/charts/prepare/csv";
import { Button } from "@/ui/button";
import { Menu, MenuItem, MenuLabel } from "@/ui/menu";
import type { Comparison } from "./compared";
import { comparisonTable } from "./export-table";

const FioExport = lazy(async () => ({ default: (await import("./fio-export")).FioExport }));

interface ExportMenuProps {
  readonly comparison: Comparison;
  /** What the server is asked for; whoever has but a link asks for no more than the link shows. */
  readonly selection?: Inputs["compare"]["get"];
}

/** The comparison as a file. Pictures are taken from each chart. */
export function ExportMenu({ comparison, selection }: ExportMenuProps) {
  const [fio, setFio] = useState(false);
  const json = () => new Blob([`${JSON.stringify(comparison, null, 2)}\n`], { type: "application/json" });
  const csv = () => new Blob([toCsv(comparisonTable(comparison))], { type: "text/csv" });
  const whyNot = comparison.cells.some(({ kind, series }) => kind === "figure" && isMeasured(comparison, series))
    ? undefined
    : "Published figures have no histogram, and state no whole workload.";
  return (
    <>
      <Menu
        label="Download"
        trigger={
          <Button>
            <Download aria-hidden /> Download
          </Button>
        }
      >
        <MenuItem onSelect={() => save(json(), "comparison.json")}>JSON, all of it</MenuItem>
        <MenuItem onSelect={() => save(csv(), "comparison.csv")}>CSV, one line per point and series</MenuItem>
        {selection === undefined ? null : (
          <>
            <MenuItem disabled={whyNot !== undefined} onSelect={() => downloadLog(selection)}>
              .hlog, histograms alone
            </MenuItem>
            <MenuItem disabled={whyNot !== undefined} onSelect={() => setFio(true)}>
              fio job file…
            </MenuItem>
            {whyNot === undefined ? null : <MenuLabel>{whyNot}</MenuLabel>}
          </>
        )}
      </Menu>
      {fio && selection !== undefined ? (
        <Suspense>
          <FioExport selection={selection} onClose={() => setFio(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function isMeasured({ series }: Comparison, at: number): boolean {
  return series[at]?.kind !== "published";
}

/** The server names the file; the browser writes it while it arrives. */
function downloadLog(selection: Inputs["compare"]["get"]): void {
  const link = document.createElement("a");
  link.href = `/api/comparisons?${new URLSearchParams({ selection: JSON.stringify(selection) })}`;
  link.download = "";
  link.click();
}
