import { type MarkForm, markForms } from "../../../charts/marks/mark-form.ts";
import type { MatrixSeries } from "../model/matrix.ts";

/** Forms that tell series of one color apart, by id, where the form is not the depth's. */
export function formsByColor(series: readonly Pick<MatrixSeries, "id" | "color">[]): (id: string) => MarkForm {
  const orders = ordersByColor(series);
  return (id) => markForms[(orders.get(id) ?? 0) % markForms.length] ?? markForms[0];
}

/** Of each series, how many of its color stand before it. */
export function ordersByColor(series: readonly Pick<MatrixSeries, "id" | "color">[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  return new Map(
    series.map(({ id, color }) => {
      const order = seen.get(color) ?? 0;
      seen.set(color, order + 1);
      return [id, order];
    }),
  );
}
