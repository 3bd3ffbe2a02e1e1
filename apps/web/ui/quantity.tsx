import { type Quantity as QuantityValue, THIN_SPACE } from "@crosspoint/domain";

/** A figure with its unit in a lighter tone; `exact` is the raw value, on hover. */
export function Quantity({ of, exact }: { of: QuantityValue; exact?: string | undefined }) {
  return (
    <span className="whitespace-nowrap" title={exact}>
      {of.value}
      <span className="text-muted">{`${THIN_SPACE}${of.unit}`}</span>
    </span>
  );
}

/** Stands where a value is not known. */
export function NotKnown({ why = "not reported" }: { why?: string }) {
  return (
    <span className="text-muted" title={why}>
      <span aria-hidden>–</span>
      <span className="sr-only">{why}</span>
    </span>
  );
}
