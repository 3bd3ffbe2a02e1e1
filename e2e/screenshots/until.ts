/** Waits for what comes about by itself. */
export async function until(what: string, holds: () => Promise<boolean>, limitMs = 180_000): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not come about within ${limitMs / 1000} s that ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
