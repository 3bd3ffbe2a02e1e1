"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { PaletteDialog } from "./palette-dialog";

const OpenPaletteContext = createContext<() => void>(() => undefined);

export function useOpenPalette(): () => void {
  return use(OpenPaletteContext);
}

/** Ctrl-K (or ⌘K) anywhere: go to a drive by its serial, a host, a run or a page. */
export function CommandPaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <OpenPaletteContext value={() => setOpen(true)}>
      {children}
      <PaletteDialog open={open} onOpenChange={setOpen} />
    </OpenPaletteContext>
  );
}
