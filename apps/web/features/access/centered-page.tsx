import type { ReactNode } from "react";
import { Logo } from "@/ui/logo";

/** The pages before the frame: sign-in and set-up. */
export function CenteredPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm">
        <div className="mb-4 flex items-center gap-2 font-semibold">
          <Logo className="size-5 text-accent" />
          Crosspoint
        </div>
        <div className="rounded-lg border bg-surface p-5">
          <h1 className="mb-4 font-semibold text-lg">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}
