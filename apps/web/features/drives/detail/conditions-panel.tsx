import { ConditionItem } from "@/features/health/condition-item";
import { Panel } from "@/ui/panel";
import { RelativeTime } from "@/ui/time";
import { type ActedDrive, ConditionActs } from "../act/condition-acts";
import type { DriveDetail } from "../drive-detail";

/** Why the drive has its verdict: what is wrong with it, what that means and what can be done. */
export function ConditionsPanel({ drive }: { drive: DriveDetail }) {
  const { conditions, verdictSince } = drive;
  return (
    <Panel
      flush
      title="Reasons for this verdict"
      note={
        <>
          since <RelativeTime time={verdictSince} />
        </>
      }
    >
      {conditions.length === 0 ? (
        <p className="px-4 py-3 text-muted">No open conditions.</p>
      ) : (
        <ul aria-label="Open conditions" className="divide-y">
          {conditions.map((condition) => (
            <ConditionItem
              key={condition.rule}
              condition={condition}
              acts={<ConditionActs drive={actedDrive(drive)} condition={condition} />}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** With the host where it is, or was last. */
function actedDrive({ id, model, serial, place, lastPlace }: DriveDetail): ActedDrive {
  return { id, model, serial, hostId: place?.hostId ?? lastPlace?.hostId };
}
