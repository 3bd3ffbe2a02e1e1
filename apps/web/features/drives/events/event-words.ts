import { lifecycleWords } from "../lifecycle/lifecycle";
import type { DriveEvent } from "./event";

/** What happened, in a line. */
export function eventWords(event: DriveEvent): string {
  switch (event.kind) {
    case "command":
      return event.title;
    case "seen":
      return `Appeared on ${event.hostname}`;
    case "gone":
      return `Gone from ${event.hostname}`;
    case "firmware":
      return `Firmware ${event.previous} → ${event.firmware}, as seen on ${event.hostname}`;
    case "lifecycle": {
      const { lifecycle, by, note } = event;
      return `${lifecycleWords[lifecycle]}, by ${by}${note === "" ? "" : `: ${note}`}`;
    }
    case "run":
      return event.planName;
  }
}
