"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { toast } from "@/ui/toast";
import { Button } from "./button";

const confirmationMs = 1500;

/** Copies a text; `what` names it for people who do not see the icon. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), confirmationMs);
    } catch {
      toast.error(`The browser does not allow copying here. Select the ${what} and copy it by hand.`);
    }
  };
  return (
    <Button variant="ghost" size="icon-small" className="-my-1 text-muted" aria-label={`Copy ${what}`} onClick={copy}>
      {copied ? <Check className="size-3.5! text-good" aria-hidden /> : <Copy className="size-3.5!" aria-hidden />}
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </Button>
  );
}

/** The clipboard is there on https and localhost alone; a server opened by plain http goes the old way. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  (document.querySelector("[role=dialog]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("copying was refused");
}

/** A serial, path or firmware in monospace with its copy button. */
export function Copyable({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5">
      <span className="break-all font-mono text-table">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
}
