import { expect, it } from "vitest";
import { foreignWords } from "./foreign-text";

it.each(["[global]\nioengine=io_uring\n\n[reads]\nrw=randread\n", "# a comment\n; another\n[job1]\nbs = 4k\n"])(
  "says of a job file of fio that it is none of ours: %j",
  (text) => {
    expect(foreignWords(text)).toContain("job file of fio");
  },
);

it("sends the output of fio to where results are imported", () => {
  expect(foreignWords('{\n  "fio version" : "fio-3.42",\n  "jobs": []\n}')).toContain("output of fio");
});

it.each(["id: p\nname: P\nsteps: []\n", '{"id": "p", "steps": []}', "[1, 2]", "name: rw=randread\n"])(
  "leaves %j to the reader of plans",
  (text) => {
    expect(foreignWords(text)).toBeUndefined();
  },
);
