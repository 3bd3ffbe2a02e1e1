"use client";

import type { PlanDocument } from "@crosspoint/protocol";
import { Download } from "lucide-react";
import { useState } from "react";
import { save } from "@/charts/draw/save";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { FioDialog } from "../../fio-dialog";
import { exportText, planSlug } from "../export-files";

/** The plan that is edited, as a file. */
export function ExportMenu({ document }: { document: PlanDocument | undefined }) {
  const [fio, setFio] = useState<{ name: string; text: string }>();
  if (document === undefined) {
    return (
      <Button disabledReason="Correct the mistakes first.">
        <Download aria-hidden /> Export
      </Button>
    );
  }
  const name = planSlug(document.name);
  const download = (format: "yaml" | "json") =>
    save(new Blob([exportText(document, format)], { type: `application/${format}` }), `${name}.${format}`);
  return (
    <>
      <Menu
        label="Export"
        trigger={
          <Button>
            <Download aria-hidden /> Export
          </Button>
        }
      >
        <MenuItem onSelect={() => download("yaml")}>YAML</MenuItem>
        <MenuItem onSelect={() => download("json")}>JSON</MenuItem>
        <MenuItem onSelect={() => setFio({ name: `${name}.fio`, text: exportText(document, "fio") })}>
          fio job file…
        </MenuItem>
      </Menu>
      <FioDialog file={fio} onClose={() => setFio(undefined)} />
    </>
  );
}
