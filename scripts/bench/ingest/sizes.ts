/** What a run of the benchmark does; asked quickly, less of it, which is then said. */
export interface Sizes {
  readonly hosts: number;
  readonly clients: number;
  /** Of the load that the goals are for. */
  readonly loadSeconds: number;
  /** Of a load that is only compared with another, or profiled. */
  readonly shortSeconds: number;
  /** Rows that are stored before the cost of a sample is compared: the few, then the many. */
  readonly storedFew: number;
  readonly storedMany: number;
  /** Longest that filling up to the many may take. */
  readonly fillSeconds: number;
}

export const drivesPerHost = 24;

const full: Sizes = {
  hosts: 500,
  clients: 128,
  loadSeconds: 300,
  shortSeconds: 30,
  storedFew: 500_000,
  storedMany: 50_000_000,
  fillSeconds: 1800,
};

const quick: Sizes = {
  hosts: 100,
  clients: 128,
  loadSeconds: 20,
  shortSeconds: 10,
  storedFew: 100_000,
  storedMany: 1_000_000,
  fillSeconds: 60,
};

/** `npm run bench ingest [-- --quick]`, each size also by itself: `--load-seconds=60`. */
export function sizesOf(args: readonly string[]): Sizes {
  const base = args.includes("--quick") ? quick : full;
  const given = Object.keys(base).flatMap((name) => {
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=`;
    const text = args.find((arg) => arg.startsWith(option))?.slice(option.length);
    return text === undefined ? [] : [[name, Number(text)] as const];
  });
  return { ...base, ...Object.fromEntries(given) };
}

/** What was made smaller than what the goals are for; none in a full run. */
export function leftOut(sizes: Sizes): string[] {
  return (Object.keys(full) as (keyof Sizes)[])
    .filter((name) => sizes[name] !== full[name])
    .map((name) => `${name} ${sizes[name].toLocaleString("en")} instead of ${full[name].toLocaleString("en")}`);
}
