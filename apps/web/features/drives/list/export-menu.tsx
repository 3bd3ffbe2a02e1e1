"use client";

import { Download } from "lucide-react";
import { Button } from "@/ui/button";
import { Menu, MenuLabel, menuItemClass } from "@/ui/menu";
import { closePopover } from "@/ui/popover";
import type { DriveFilter } from "./drive-filter";
import type { Picked } from "./picked";
import { selectionOf } from "./selection";

interface ExportMenuProps {
  readonly filter: DriveFilter;
  readonly picked: Picked;
  /** "4,812 drives". */
  readonly drives: string;
}

const formats = ["csv", "json"] as const;

/** Drives as a file, with all that the list knows of each; the file is written while it is sent. */
export function ExportMenu({ filter, picked, drives }: ExportMenuProps) {
  return (
    <Menu
      label="Export"
      trigger={
        <Button>
          <Download aria-hidden /> Export
        </Button>
      }
    >
      <MenuLabel>{`${drives.charAt(0).toUpperCase()}${drives.slice(1)}, all columns, by serial`}</MenuLabel>
      {/* Its answer is a file: the browser stays on the page. The menu closes once the form is on its way. */}
      <form
        method="post"
        action="/api/drives"
        onSubmit={({ currentTarget }) => setTimeout(() => closePopover(currentTarget))}
      >
        <input type="hidden" name="selection" value={JSON.stringify(selectionOf(filter, picked))} />
        {formats.map((format) => (
          <button key={format} type="submit" name="format" value={format} className={menuItemClass}>
            {format.toUpperCase()}
          </button>
        ))}
      </form>
    </Menu>
  );
}
