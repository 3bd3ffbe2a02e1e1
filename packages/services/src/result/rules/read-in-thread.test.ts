import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hostileLog } from "../../testing/hostile-log.ts";
import { answerImport } from "./read-import.ts";
import { readInThreads, readingLimits } from "./read-in-thread.ts";

const fio = readFileSync(new URL("../../../../domain/src/import/testing/fio/io_uring-json-plus.txt", import.meta.url));
const runId = "00000000-0000-4000-8000-000000000001";
const request = (file: Uint8Array) => ({
  file: new Uint8Array(file),
  fileName: "a",
  runId,
  now: new Date("2026-11-23"),
});

it("reads a file as it is read here, and takes its bytes over", async () => {
  const given = request(fio);
  const expected = answerImport(request(fio));
  expect(await readInThreads()(given)).toEqual(expected);
  expect(expected).toMatchObject({ kind: "read", read: { rows: { imported: [{ runId, sequence: 0 }] } } });
  expect(given.file.byteLength).toBe(0);
});

it("refuses what is none with its path", async () => {
  const answer = await readInThreads()(request(Buffer.from('{"fio version":"fio-3.33","jobs":[{"jobname":1}]}')));
  expect(answer).toEqual({ kind: "refused", path: "jobs[0].jobname", message: "jobname must be a text." });
});

it("refuses what takes too long or too much, and leaves others their turn meanwhile", async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 1);
  const answer = await readInThreads({ ...readingLimits, seconds: 0.5 })(request(Buffer.from(hostileLog())));
  clearInterval(others);
  const message = "Reading the file took longer than 0.5 s. Divide it.";
  expect(answer).toEqual({ kind: "refused", path: "", message });
  expect(turns).toBeGreaterThan(3);
  expect(await readInThreads({ ...readingLimits, megabytes: 32 })(request(Buffer.from(hostileLog())))).toEqual({
    kind: "refused",
    path: "",
    message: "Reading the file takes more than 32 MB of memory. Divide it.",
  });
});

it("stops when nobody waits any more", async () => {
  const gone = new AbortController();
  const answer = readInThreads()(request(Buffer.from(hostileLog())), gone.signal);
  setTimeout(() => gone.abort(new Error("gone")), 10);
  await expect(answer).rejects.toThrow("gone");
});
