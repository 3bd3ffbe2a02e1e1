import type { Selection, SelectionChange } from "../selection.ts";

/** A series as far as its place in the address goes. */
interface AddressedSeries {
  readonly id: string;
  readonly kind: string;
  readonly statements?: { readonly rows: readonly { readonly id: string }[] } | undefined;
}

type Chosen = Pick<Selection, "s" | "m" | "p">;

/** The address without a series, whichever way it was chosen: by itself, or by points of it. */
export function withoutSeries({ s, m, p }: Chosen, removed: AddressedSeries): SelectionChange {
  if (s.includes(removed.id)) return { s: s.filter((id) => id !== removed.id) };
  if (removed.kind === "published") {
    const rows = new Set(removed.statements?.rows.map(({ id }) => id));
    return { p: p.filter((id) => !rows.has(id)), with: null };
  }
  const [, runId] = removed.id.split(":");
  return { m: m.filter((id) => !id.startsWith(`${runId}.`)) };
}

/** The address with the series in this order. Points in it have no order of their own, so that it stands beside them. */
export function inOrder({ s, m, p }: Chosen, ids: readonly string[]): SelectionChange {
  const bySeriesAlone = m.length === 0 && p.length === 0 && s.length === ids.length;
  return bySeriesAlone ? { s: [...ids], order: null } : { order: [...ids] };
}

/** The series as the address orders them; what it does not name comes last, as it came. */
export function ordered<Of extends { readonly id: string }>(series: readonly Of[], order: readonly string[]): Of[] {
  const place = ({ id }: Of) => (order.includes(id) ? order.indexOf(id) : order.length);
  return series.toSorted((a, b) => place(a) - place(b));
}
