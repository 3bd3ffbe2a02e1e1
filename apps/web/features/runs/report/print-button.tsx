"use client";

import { Printer } from "lucide-react";
import { Button } from "@/ui/button";

/** Prints the page, or saves it as a PDF; what only a screen needs is left out. */
export function PrintButton() {
  return (
    <Button className="print:hidden" onClick={() => window.print()}>
      <Printer aria-hidden /> Print
    </Button>
  );
}
