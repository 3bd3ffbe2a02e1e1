import { formatBytes } from "@crosspoint/domain";

type Detail = Readonly<Record<string, unknown>>;

/** What an entry's details say, in the order in which they are told. Undefined says nothing. */
const words: Readonly<Record<string, (value: string) => string | undefined>> = {
  what: String,
  target: String,
  drive: String,
  plan: (plan) => `plan ${plan}`,
  settings: (settings) => `with ${settings}`,
  writesToDrive: (writes) => (writes === "true" ? "writes to the drive" : undefined),
  path: String,
  sizeBytes: (bytes) => formatBytes(Number(bytes)).text,
  host: (host) => `on ${host}`,
  hostname: (host) => `on ${host}`,
  claimant: (host) => `claimed by ${host}`,
  holder: (host) => (host === "null" ? "held by no host" : `held by ${host}`),
  installationId: (id) => `installation ${id}`,
  email: String,
  role: (role) => `as ${role}`,
  before: (role) => `from ${role}`,
  after: (role) => `to ${role}`,
  device: String,
  address: (address) => `from ${address}`,
  sessionsEnded: (ended) => (ended === "1" ? "1 session ended" : `${ended} sessions ended`),
  failures: (failures) => (failures === "1" ? undefined : `${failures} times`),
  token: (ending) => `token ${ending}`,
  tokenId: () => undefined,
  keepSamplesDays: (change) => `samples ${change}`,
  keepHoursDays: (change) => `hourly values ${change}`,
  keepDaysDays: (change) => `daily values ${change}`,
  keepSecondsDays: (change) => `histograms of seconds ${change}`,
  keepCommandsDays: (change) => `commands ${change}`,
  usesLeft: (uses) => (uses === "1" ? "one host left" : `${uses} hosts left`),
  uses: (uses) => (uses === "1" ? "for one host" : `for ${uses} hosts`),
  // The page shows it as it shows times.
  expiresAt: () => undefined,
};

/**
 * "Start a short self-test, INTEL SSDPEDMD400G4 CVFT…, on vault-7". What has no words of its own stands by its name; what
 * only names the target, which stands beside it, is left out.
 */
export function detailText(detail: Detail, target?: string): string {
  const isSaid = (name: string) => detail[name] !== undefined && (target === undefined || detail[name] !== target);
  const known = Object.entries(words).flatMap(([name, say]) => (isSaid(name) ? [say(String(detail[name]))] : []));
  const rest = Object.keys(detail).filter((name) => !(name in words) && isSaid(name));
  return [...known.filter((text) => text !== undefined), ...rest.map((name) => `${name}: ${detail[name]}`)].join(", ");
}
