const list = "\nfailures:\n    ";

/** The tests that a program of Rust tests names as failed: the last list of what it printed. */
export function failedCrateTests(output: string): string[] {
  const start = output.lastIndexOf(list);
  if (start === -1) return [];
  const [names = ""] = output.slice(start + "\nfailures:\n".length).split("\n\n");
  return names.split("\n").map((line) => line.trim());
}
