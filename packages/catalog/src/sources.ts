import { parseEntries, requireUnique } from "./catalog-error.ts";
import { sourceEntry } from "./schema/sources.ts";

/** What a review ran its tests on, as far as it says. */
export interface TestSystem {
  readonly system?: string | undefined;
  readonly motherboard?: string | undefined;
  readonly chipset?: string | undefined;
  readonly cpu?: string | undefined;
  readonly memory?: string | undefined;
  readonly kernel?: string | undefined;
  readonly os?: string | undefined;
  readonly tool?: string | undefined;
  readonly driver?: string | undefined;
  readonly driveFirmware?: string | undefined;
  /** The machine of the database test, where it was another one. */
  readonly oltp?: string | undefined;
  readonly notes: readonly string[];
}

/** Where a published figure or a test method comes from. */
export interface Source {
  readonly id: string;
  readonly kind: "review" | "standard";
  readonly title: string;
  readonly publisher: string;
  readonly url: string | undefined;
  readonly author: string | undefined;
  /** ISO date, or the year alone. */
  readonly published: string | undefined;
  /** ISO 639-1 code where the source is not in English. */
  readonly language: string | undefined;
  readonly note: string | undefined;
  readonly testSystem: TestSystem | undefined;
}

const FILE = "sources.yaml";

/** Validates data/sources.yaml. */
export function parseSources(raw: unknown): Source[] {
  const entries = parseEntries(FILE, sourceEntry, raw, (entry) => entry.id);
  requireUnique(
    FILE,
    entries.map((entry) => entry.id),
  );
  return entries.map(({ id, kind, title, publisher, url, author, published, language, note, test_system: system }) => {
    const date = published === undefined ? undefined : String(published);
    const testSystem = system && testSystemOf(system);
    return { id, kind, title, publisher, url, author, published: date, language, note, testSystem };
  });
}

function testSystemOf({ drive_firmware: driveFirmware, notes = [], ...rest }: RawTestSystem): TestSystem {
  return { ...rest, driveFirmware, notes };
}

type RawTestSystem = NonNullable<ReturnType<typeof sourceEntry.parse>["test_system"]>;
