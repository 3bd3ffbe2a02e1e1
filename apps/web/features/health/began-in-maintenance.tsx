import { ExactTime } from "@/ui/time";
import type { Condition } from "./condition";

type Maintenance = NonNullable<Condition["maintenance"]>;

/** In which maintenance window a condition began, and whether that keeps it from needing attention now. */
export function BeganInMaintenance({ maintenance: { name, until } }: { maintenance: Maintenance }) {
  return (
    <p className="text-muted text-table">
      Began in the maintenance window “{name}”.
      {until === undefined ? null : (
        <>
          {" "}
          It needs nobody’s attention until that ends (<ExactTime time={until} />
          ).
        </>
      )}
    </p>
  );
}
