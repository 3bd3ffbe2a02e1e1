/** A table that is spread over the workers, and the column that says where a row lies. */
export interface SpreadTable {
  readonly name: string;
  readonly by: string;
  /** The table whose rows of the same value lie on the same worker; itself for the first of such. */
  readonly beside: string;
}

/**
 * What grows, and the marks of it, in the order in which it is distributed. Marks come first and go back last: a mark must never be
 * committed before what it marks, and what lies on the coordinator is committed before what lies on a worker.
 */
export const spreadTables: readonly SpreadTable[] = [
  { name: "smart_hour_mark", by: "drive_id", beside: "smart_hour_mark" },
  { name: "smart_day_mark", by: "drive_id", beside: "smart_hour_mark" },
  { name: "smart_day", by: "drive_id", beside: "smart_hour_mark" },
  { name: "smart_hour", by: "drive_id", beside: "smart_hour_mark" },
  { name: "smart_sample", by: "drive_id", beside: "smart_hour_mark" },
  { name: "point_second", by: "run_id", beside: "point_second" },
];
