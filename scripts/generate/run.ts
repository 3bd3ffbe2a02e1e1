/** `npm run generate`: writes anew what is generated and committed. */
import { runToEnd } from "../steps/child.ts";
import { step } from "../steps/progress.ts";

await step("JSON Schema and Rust types of the wire contract", (show) =>
  runToEnd("node", ["packages/protocol/scripts/generate.ts"], { show, remedy: "The message above names the type." }),
);
await step("The catalog's data", (show) =>
  runToEnd("node", ["packages/catalog/scripts/generate.ts"], { show, remedy: "The message above names the entry." }),
);
await step("The methods in docs/methods", (show) =>
  runToEnd("node", ["packages/catalog/scripts/methods/write.ts"], {
    show,
    remedy: "The message above names the plan.",
  }),
);
await step("The diagrams in docs/architecture.md", (show) =>
  runToEnd("node", ["scripts/generate/drawing/write.ts"], { show, remedy: "The message above names the file." }),
);
