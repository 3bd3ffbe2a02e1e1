/** Names a step, runs it, and says how long it took. Long steps show the last line of what they print. */
export async function step<T>(name: string, work: (show: (line: string) => void) => Promise<T>): Promise<T> {
  const started = Date.now();
  const live = process.stdout.isTTY;
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  let detail = "";
  const draw = () => {
    const line = `… ${name}  ${seconds()}  ${detail}`;
    process.stdout.write(`\r\x1b[2K${line.slice(0, (process.stdout.columns ?? 100) - 1)}`);
  };
  const timer = live ? setInterval(draw, 200) : undefined;
  if (!live) console.log(`… ${name}`);
  try {
    const result = await work((line) => {
      detail = line.trim();
    });
    finish("✓");
    return result;
  } catch (error) {
    finish("✗");
    throw error;
  }

  function finish(mark: string): void {
    clearInterval(timer);
    console.log(`${live ? "\r\x1b[2K" : ""}${mark} ${name}  ${seconds()}`);
  }
}
