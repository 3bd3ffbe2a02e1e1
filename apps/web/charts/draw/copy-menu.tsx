"use client";

import { ClipboardCopy, Download } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/ui/menu";
import { toast } from "@/ui/toast";
import { type ChartTable, toCsv } from "../prepare/csv";
import { sourceLine } from "../prepare/source-line";
import { pngOf, standaloneSvg, svgText, withFont } from "./export-svg";
import { save } from "./save";

interface CopyMenuProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly source?: string | undefined;
  readonly fileName: string;
  readonly table: ChartTable;
  /** The figure that holds drawing and legend; hidden series are left out of the picture. */
  readonly host: { readonly current: HTMLElement | null };
}

/** Takes a chart along: as a picture, as a drawing, or as the figures behind it. */
export function CopyMenu(props: CopyMenuProps) {
  const { title, fileName } = props;
  const formats = formatsOf(props);
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon-small" className="text-muted" aria-label={`Copy or save: ${title}`}>
          <Download className="size-4!" aria-hidden />
        </Button>
      }
    >
      <MenuLabel>Copy</MenuLabel>
      {formats.map(({ name, copy }) => (
        <MenuItem key={name} onSelect={() => void say(`Copied as ${name}`, copy)}>
          <ClipboardCopy aria-hidden /> As {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuLabel>Save</MenuLabel>
      {formats.map(({ name, blob }) => (
        <MenuItem
          key={name}
          onSelect={() =>
            void say(`Saved as ${name}`, async () => save(await blob(), `${fileName}.${name.toLowerCase()}`))
          }
        >
          <Download aria-hidden /> As {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface Format {
  readonly name: string;
  readonly blob: () => Promise<Blob>;
  readonly copy: () => Promise<void>;
}

function formatsOf({ title, note, source, table, host }: CopyMenuProps): readonly Format[] {
  const drawing = async () => {
    if (host.current === null) throw new Error("There is no drawing to copy yet.");
    const today = new Date().toISOString().slice(0, 10);
    const caption = {
      title,
      note: typeof note === "string" ? note : undefined,
      source: sourceLine(source, window.location, today),
    };
    return await withFont(standaloneSvg(host.current, { ...caption, csv: toCsv(table) }));
  };
  const textFormat = (name: string, type: string, text: () => string | Promise<string>): Format => ({
    name,
    blob: async () => new Blob([await text()], { type }),
    copy: async () => copyText(await text()),
  });
  return [
    { name: "PNG", blob: async () => pngOf(await drawing()), copy: async () => copyBlob(await pngOf(await drawing())) },
    textFormat("SVG", "image/svg+xml", async () => svgText(await drawing())),
    textFormat("CSV", "text/csv", () => toCsv(table)),
  ];
}

async function say(done: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
    toast.success(done);
  } catch (error) {
    toast.error(`The chart was not copied: ${error instanceof Error ? error.message : "the browser refused"}.`);
  }
}

async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error("the clipboard needs https; save it instead");
  await navigator.clipboard.writeText(text);
}

async function copyBlob(blob: Blob): Promise<void> {
  if (!navigator.clipboard?.write) throw new Error("the clipboard needs https; save it instead");
  await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
}
