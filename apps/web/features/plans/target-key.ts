import type { Inputs, Outputs } from "@/api/client";

export type Target = Outputs["run"]["targets"]["targets"][number];
export type TargetChoice = Inputs["run"]["preflight"]["target"];

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const namespaceKey = new RegExp(`^(${uuid})\\.(\\d{1,10})$`);
const wholeUuid = new RegExp(`^${uuid}$`);
const fileKey = new RegExp(`^file\\.(${uuid})$`);
const volumeKey = new RegExp(`^volume\\.(${uuid})$`);

/** The target that the URL names. A drive alone means its first namespace, which nearly every drive has only. */
export function targetOfKey(key: string | null, driveId: string | null): TargetChoice | undefined {
  const file = fileKey.exec(key ?? "");
  if (file?.[1]) return { kind: "scratchFile", scratchFileId: file[1] };
  const volume = volumeKey.exec(key ?? "");
  if (volume?.[1]) return { kind: "volume", volumeId: volume[1] };
  const match = namespaceKey.exec(key ?? (driveId === null ? "" : `${driveId}.1`));
  return match?.[1] ? { kind: "namespace", driveId: match[1], nsid: Number(match[2]) } : undefined;
}

/** Whether it names a target. */
export function isTargetKey(key: unknown): key is string {
  return typeof key === "string" && targetOfKey(key, null) !== undefined;
}

/** Whether it names a namespace of a drive, which has settings of its own. */
export function isDriveKey(key: string): boolean {
  return namespaceKey.test(key);
}

/** A run's id in the URL; null where it is none. */
export function runIdOf(text: string | null): string | null {
  return wholeUuid.test(text ?? "") ? text : null;
}

/** How the URL names a target. */
export function keyOf(target: Target | TargetChoice): string {
  switch (target.kind) {
    case "namespace":
      return `${target.driveId}.${target.nsid}`;
    case "scratchFile":
      return `file.${target.scratchFileId}`;
    case "volume":
      return `volume.${target.volumeId}`;
  }
}
