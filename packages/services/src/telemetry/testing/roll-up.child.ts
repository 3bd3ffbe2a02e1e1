/** Rolls up what is marked in a process of its own, which a test may kill. */
import { connectDatabase } from "@crosspoint/db";
import { rollUpSamples } from "../roll-up.ts";

const db = connectDatabase(process.env.DATABASE_URL ?? "", 1);
const now = new Date(process.env.NOW ?? "");
await rollUpSamples({ db, actor: { kind: "system", label: "test" }, now });
await db.$disconnect();
