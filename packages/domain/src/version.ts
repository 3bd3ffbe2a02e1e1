const numbered = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:[-+].*)?$/;

/** Whether one version is older than another by its three numbers; false where either is no such version. */
export function isOlderVersion(version: string, than: string): boolean {
  const [numbers, others] = [numbersOf(version), numbersOf(than)];
  if (numbers === undefined || others === undefined) return false;
  const at = numbers.findIndex((number, index) => number !== others[index]);
  return at >= 0 && (numbers[at] ?? 0) < (others[at] ?? 0);
}

/** The newest of some versions; what is no version is passed over. */
export function newestVersion(versions: readonly string[]): string | undefined {
  const known = versions.filter((version) => numbersOf(version) !== undefined);
  return known.reduce<string | undefined>(
    (newest, version) => (newest === undefined || isOlderVersion(newest, version) ? version : newest),
    undefined,
  );
}

function numbersOf(version: string): readonly number[] | undefined {
  return numbered.exec(version)?.slice(1, 4).map(Number);
}
