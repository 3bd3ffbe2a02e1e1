import type { Inputs } from "@/api/client";
import type { ManyPreview } from "./many-preview";
import type { Preflight } from "./preflight";
import { readSerials } from "./typed-serials";
import type { LaunchChoice } from "./use-launch-choice";

export type ConfirmedSerials = NonNullable<Inputs["batch"]["launch"]["confirmedSerials"]>;

/** A target whose data is lost. */
export interface Destroyed {
  readonly preflight: Preflight;
  readonly destroys: NonNullable<Preflight["destroys"]>;
}

/** A drive whose data is lost, with the targets that it is lost on: a namespace of it or more, or a volume. */
export interface DestroyedDrive {
  readonly driveId: string;
  readonly model: string;
  readonly serial: string;
  readonly on: readonly Destroyed[];
}

/** What a launch of this choice destroys. */
export function destroyedBy(
  { many, targetKeys }: LaunchChoice,
  preflight: Preflight | undefined,
  { known }: ManyPreview,
): Destroyed[] {
  const all = many
    ? targetKeys.flatMap((key) => {
        const each = known.get(key);
        return each?.kind === "target" ? [each.preflight] : [];
      })
    : [preflight];
  return all.flatMap((each) => (each?.destroys === undefined ? [] : [{ preflight: each, destroys: each.destroys }]));
}

/** Each drive once: its serial is typed once. */
export function drivesOf(destroyed: readonly Destroyed[]): DestroyedDrive[] {
  const entries = destroyed.flatMap((target) => target.destroys.drives.map((drive) => ({ ...drive, target })));
  return [...Map.groupBy(entries, ({ driveId }) => driveId).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { driveId, model, serial } = first;
    return [{ driveId, model, serial, on: own.map(({ target }) => target) }];
  });
}

/** The serials of those drives that stand in what a person typed. */
export function confirmedIn(text: string, destroyed: readonly Destroyed[]): ConfirmedSerials {
  const drives = drivesOf(destroyed);
  const { confirmed } = readSerials(
    text,
    drives.map(({ serial }) => serial),
  );
  return drives.flatMap(({ driveId, serial }, index) => (confirmed[index] ? [{ driveId, serial }] : []));
}
