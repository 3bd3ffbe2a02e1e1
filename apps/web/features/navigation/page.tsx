import type { ReactNode } from "react";
import { ZoneNote } from "@/ui/time";
import { type Crumb, TopBar } from "./top-bar";

interface PageProps {
  /** The way here, from the rail's entry down; the last one is this page and has no link. */
  readonly crumbs: readonly Crumb[];
  /** The object's identity: model, serial in monospace, host. */
  readonly title: ReactNode;
  /** Beside the title: the verdict or the state. */
  readonly status?: ReactNode;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Every page: the top bar, a title with its state and actions, then the parts below each other. */
export function Page({ crumbs, title, status, subtitle, actions, children }: PageProps) {
  return (
    <>
      <TopBar crumbs={crumbs} />
      <main id="main" className="mx-auto grid w-full max-w-[120rem] gap-4 px-4 py-5 md:px-6 [&>*]:min-w-0">
        <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="min-w-0 break-words font-semibold text-xl leading-7">{title}</h1>
              {status}
            </div>
            {subtitle ? <div className="mt-0.5 text-muted">{subtitle}</div> : null}
          </div>
          {actions ? <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
        {children}
        <footer className="text-muted text-xs">
          <ZoneNote />
        </footer>
      </main>
    </>
  );
}
