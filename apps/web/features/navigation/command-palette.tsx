"use client";

import dynamic from "next/dynamic";
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";

const loadPalette = () => import("./palette-dialog").then(({ PaletteDialog }) => PaletteDialog);
/** Loaded when somebody asks for it: no page needs it to be shown. */
const PaletteDialog = dynamic(loadPalette, { ssr: false });

interface PaletteHandle {
  readonly open: () => void;
  /** Loads it before it is opened: the pointer is over the button. */
  readonly prepare: () => void;
}
const PaletteContext = createContext<PaletteHandle>({ open: () => undefined, prepare: () => undefined });

export function usePalette(): PaletteHandle {
  return use(PaletteContext);
}

/** Ctrl-K (or ⌘K) anywhere: go to a drive by its serial, a host, a run or a page. */
export function CommandPaletteProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const handle = useMemo(() => ({ open: () => setOpen(true), prepare: () => void loadPalette() }), []);
  if (open && !wanted) setWanted(true);
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
    <PaletteContext value={handle}>
      {children}
      {wanted ? <PaletteDialog open={open} onOpenChange={setOpen} /> : null}
    </PaletteContext>
  );
}
