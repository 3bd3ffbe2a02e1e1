/** A job file of fio has sections and no mapping; its output states its version. */
const jobSection = /^\s*(?:[#;].*\n\s*)*\[[^\]\n]+\]\s*(?:\n|$)/;
const jobOption = /^\s*(?:rw|readwrite|ioengine|iodepth|filename|blocksize|bs)\s*=/m;
const output = /"fio version"\s*:/;

/** Why a text of another tool is no plan; undefined where it may be one. */
export function foreignWords(text: string): string | undefined {
  if (output.test(text)) {
    return "This is the output of fio, which holds results and no plan: import it under Benchmarks, “Import results”.";
  }
  if (!jobSection.test(text) || !jobOption.test(text)) return undefined;
  return "This is a job file of fio. Plans are exported as such files, but not read from them: build the plan from its options.";
}
