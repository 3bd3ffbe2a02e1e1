"use client";

import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import type { Run, Spec } from "./run-detail";

interface ExportMenuProps {
  readonly run: Run;
  /** One point of it; all of them where it is left out. */
  readonly point?: { readonly sequence: number; readonly spec?: Spec | undefined };
}

const FioExport = lazy(async () => ({ default: (await import("./fio-export")).FioExport }));

/** The results of a run, or of one of its points, as a file; and what was measured as a job of fio. */
export function ExportMenu({ run, point }: ExportMenuProps) {
  const [fio, setFio] = useState(false);
  const download = (format: "json" | "csv" | "hlog") => () => {
    const link = document.createElement("a");
    const part = point === undefined ? "" : `&sequence=${point.sequence}`;
    link.href = `/api/results/${run.id}?format=${format}${part}`;
    // The server names the file; the browser writes it while it arrives.
    link.download = "";
    link.click();
  };
  const name = point === undefined ? "Export" : "Export point";
  return (
    <>
      <Menu
        label={name}
        trigger={
          <Button size={point === undefined ? "normal" : "small"}>
            <Download aria-hidden /> {name}
          </Button>
        }
      >
        <MenuItem onSelect={download("json")}>JSON, with histograms</MenuItem>
        <MenuItem onSelect={download("csv")}>CSV, one line per direction</MenuItem>
        <MenuItem onSelect={download("hlog")}>.hlog, histograms alone</MenuItem>
        <MenuItem disabled={!hasJobs(run, point)} onSelect={() => setFio(true)}>
          fio job file…
        </MenuItem>
      </Menu>
      {fio ? (
        <Suspense>
          <FioExport run={run} point={point} onClose={() => setFio(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A workload that is not known whole is no job. */
function hasJobs(run: Run, point: ExportMenuProps["point"]): boolean {
  return point === undefined ? run.points.length > 0 : point.spec !== undefined;
}
