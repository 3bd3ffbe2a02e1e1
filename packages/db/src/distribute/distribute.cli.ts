/**
 * `npm run -w @crosspoint/db distribute`: spreads the tables that grow over the workers of a Citus cluster; with `-- --undo` takes them
 * back. See docs/scaling.md.
 */
import { parseArgs } from "node:util";
import { distribute } from "./distribute.ts";
import { DistributeError } from "./error.ts";
import { distributeSettings } from "./settings.ts";
import { undistribute } from "./undo.ts";

const { values } = parseArgs({ options: { undo: { type: "boolean", default: false } } });
const say = (line: string) => console.log(line);
try {
  const settings = distributeSettings(process.env);
  await (values.undo ? undistribute(settings, say) : distribute(settings, say));
  console.log(
    values.undo
      ? "All tables are on the coordinator."
      : "The tables that grow are on the workers. To go back: npm run -w @crosspoint/db distribute -- --undo",
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof DistributeError) console.error(error.remedy);
  console.error("What was done up to here stays; run it again to go on.");
  process.exit(1);
}
