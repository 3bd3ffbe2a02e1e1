import { METHODS, type MethodId } from "@crosspoint/domain/analysis";

/** By which method the figures of a panel were found, and what they are based on. */
export function MethodLine({ method, basis }: { method: MethodId; basis: string }) {
  const { name, source } = METHODS[method];
  return (
    <p className="text-muted text-table">
      <span title={source}>{name}</span>: {basis}. <span className="wrap-anywhere">Source: {source}.</span>
    </p>
  );
}
