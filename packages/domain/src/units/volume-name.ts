/** "RAID 0" of md's `raid0`; other words as md has them. */
export function formatRaidLevel(level: string): string {
  const number = /^raid(\d+)$/.exec(level)?.[1];
  return number === undefined ? level : `RAID ${number}`;
}

export interface NamedVolume {
  readonly name: string;
  readonly level: string;
  /** What each of its drives is called, one for each member. */
  readonly drives: readonly string[];
}

/** "md0 (RAID 0 of 2 x DC P3608)"; its drives' name only where all have the same one. */
export function volumeLabel({ name, level, drives }: NamedVolume): string {
  const [first] = drives;
  const isUniform = first !== undefined && drives.every((drive) => drive === first);
  const made = isUniform ? `${drives.length} x ${first}` : `${drives.length} drives`;
  return `${name} (${formatRaidLevel(level)} of ${made})`;
}
