import { formatBytes, formatCount, formatDuration } from "@crosspoint/domain";

type Detail = Readonly<Record<string, unknown>>;

type Say = (value: string, detail: Detail) => string | undefined;

/** "3 runs"; none say nothing. */
const counted =
  (one: string, many = `${one}s`): Say =>
  (count) =>
    count === "0"
      ? undefined
      : /^\d+$/.test(count)
        ? `${formatCount(Number(count))} ${count === "1" ? one : many}`
        : count;
const after =
  (word: string): Say =>
  (value) =>
    `${word} ${value}`;
/** A moment in ISO 8601, to the minute; a wall time is said as it is. */
const moment = (time: string) =>
  time.endsWith("Z") ? `${time.slice(0, 16).replace("T", " ")} UTC` : time.replace("T", " ");
/** What a state is called: "inService" is "in service". */
const inWords = (name: string) => name.replaceAll(/([A-Z])/g, " $1").toLowerCase();
const minuteMs = 60_000;
const unsaid: Say = () => undefined;

/** What an entry's details say, in the order in which they are told. Undefined says nothing. */
const words: Readonly<Record<string, Say>> = {
  what: String,
  bulk: String,
  target: String,
  drive: String,
  group: String,
  window: String,
  comparison: String,
  file: String,
  tool: after("of"),
  of: after("of"),
  rule: after("rule"),
  conditions: counted("condition"),
  merged: after("merged with"),
  unmerged: after("unmerged from"),
  batch: after("batch"),
  schedule: after("schedule"),
  plan: after("plan"),
  version: after("version"),
  versions: counted("version"),
  settings: after("with"),
  writesToDrive: (writes) => (writes === "true" ? "writes to the drive" : undefined),
  typedSerial: after("typed"),
  typedSerials: after("typed"),
  serialTypedAtLaunch: after("typed at launch:"),
  queued: (queued) => (queued === "true" ? "queued" : undefined),
  startTogether: (together) => (together === "true" ? "started together" : undefined),
  point: after("point"),
  place: after("place"),
  path: String,
  sizeBytes: (bytes) => formatBytes(Number(bytes)).text,
  models: String,
  firmware: after("firmware"),
  impact: String,
  lifecycle: inWords,
  outcome: inWords,
  // Older entries of removals: of a drive it is about its runs, and what is counted beside it is deleted.
  history: (what, { drive }) => `${drive === undefined ? "history" : "runs"} ${what === "keep" ? "kept" : "deleted"}`,
  runsKept: counted("run kept", "runs kept"),
  drivesDeleted: counted("drive deleted", "drives deleted"),
  runsDeleted: counted("run deleted", "runs deleted"),
  samplesDeleted: counted("sample deleted", "samples deleted"),
  hoursDeleted: counted("hourly value deleted", "hourly values deleted"),
  daysDeleted: counted("daily value deleted", "daily values deleted"),
  commandsDeleted: counted("command deleted", "commands deleted"),
  drives: counted("drive"),
  targets: counted("target"),
  declined: after("declined:"),
  left: after("left:"),
  rows: counted("row of history", "rows of history"),
  runs: counted("run"),
  sightings: counted("place"),
  commands: counted("command"),
  samples: (count, detail) =>
    (detail.history === undefined ? counted("sample") : counted("sample deleted", "samples deleted"))(count, detail),
  points: counted("point"),
  series: counted("series", "series"),
  added: after("added:"),
  removed: after("removed:"),
  tags: after("tags:"),
  rack: after("rack"),
  format: (format) => format.toUpperCase(),
  host: after("on"),
  hostname: after("on"),
  claimant: after("claimed by"),
  holder: (host) => (host === "null" ? "held by no host" : `held by ${host}`),
  installationId: after("installation"),
  email: String,
  role: after("as"),
  before: (before) => `from ${inWordsOf(before)}`,
  after: after("to"),
  from: after("from"),
  to: after("to"),
  sha256: after("SHA-256"),
  nameBefore: after("before:"),
  ruleBefore: after("before: rule"),
  device: String,
  address: after("from"),
  askedBy: after("asked by"),
  createdBy: after("created by"),
  acknowledgedBy: after("acknowledged by"),
  owner: after("of"),
  reason: String,
  why: (why) => `"${why}"`,
  note: (note) => `"${note}"`,
  sessionsEnded: counted("session ended", "sessions ended"),
  failures: (failures) => (failures === "1" ? undefined : `${failures} times`),
  count: counted("time"),
  token: after("token"),
  beginsAt: (time, { zone }) => `from ${moment(time)}${typeof zone === "string" ? ` ${zone}` : ""}`,
  durationMinutes: (minutes) => `for ${formatDuration(Number(minutes) * minuteMs)}`,
  recurrence: String,
  zone: (zone, { beginsAt }) => (beginsAt === undefined ? zone : undefined),
  due: (time) => `due ${moment(time)}`,
  nextDueAt: (time) => `next ${moment(time)}`,
  since: (time) => `from ${moment(time)}`,
  until: (time) => `to ${moment(time)}`,
  keepSamplesDays: after("samples"),
  keepHoursDays: after("hourly values"),
  keepDaysDays: after("daily values"),
  keepSecondsDays: after("histograms of seconds"),
  keepCommandsDays: after("commands"),
  usesLeft: (uses) => (uses === "1" ? "one host left" : `${uses} hosts left`),
  uses: (uses) => (uses === "1" ? "for one host" : `for ${uses} hosts`),
  // They name what stands there by its name.
  tokenId: unsaid,
  mergedId: unsaid,
  unmergedId: unsaid,
  batchId: unsaid,
  replacedBy: unsaid,
  planHash: unsaid,
  // The page shows it as it shows times.
  expiresAt: unsaid,
};

/** Of lifecycles and roles, which are one word or some run together; a name is said as it is. */
function inWordsOf(value: string): string {
  return /^[a-z]+([A-Z][a-z]+)*$/.test(value) ? inWords(value) : value;
}

/** What names a run by what was measured and on what: "Quick check, P3700 CVFT41". */
const namesOfRun: ReadonlySet<string> = new Set(["target", "plan", "file"]);

function names(target: string, name: string, value: string): boolean {
  if (value === target) return true;
  return namesOfRun.has(name) && (target.startsWith(`${value}, `) || target.endsWith(`, ${value}`));
}

/**
 * "Start a short self-test, INTEL SSDPEDMD400G4 CVFT…, on vault-7". What has no words of its own stands by its name; what
 * only names the target, which stands beside it, is left out.
 */
export function detailText(detail: Detail, target?: string): string {
  const isSaid = (name: string) => {
    const value = detail[name];
    if (value === undefined || value === "" || (value === null && name !== "holder")) return false;
    return target === undefined || !names(target, name, String(value));
  };
  const known = Object.entries(words).flatMap(([name, say]) =>
    isSaid(name) ? [say(String(detail[name]), detail)] : [],
  );
  const rest = Object.keys(detail).filter((name) => !(name in words) && isSaid(name));
  return [
    ...known.filter((text) => text !== undefined),
    ...rest.map((name) => `${inWords(name)}: ${detail[name]}`),
  ].join(", ");
}
