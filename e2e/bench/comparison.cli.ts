/** What the largest comparison costs a real browser: a part of `npm run bench`, after the pages are built. */
import { measureComparison } from "./comparison.ts";

await measureComparison();
