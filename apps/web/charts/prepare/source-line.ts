/** Where a page stands; its address is written below a picture that leaves it. */
interface Page {
  readonly origin: string;
  readonly pathname: string;
}

/**
 * "AnandTech, 2017; Crosspoint, https://…/benchmarks/…, 2026-11-22". The address of a shared page is the right to see it, which
 * a picture does not hand on.
 */
export function sourceLine(source: string | undefined, { origin, pathname }: Page, day: string): string {
  const address = `${origin}${pathname.startsWith("/share/") ? "" : pathname}`;
  return [source, `Crosspoint, ${address}, ${day}`].filter(Boolean).join("; ");
}
