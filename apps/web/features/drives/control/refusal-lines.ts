interface Control {
  /** "Format". */
  readonly name: string;
  /** Why it cannot be done; undefined where it can. */
  readonly whyNot: string | undefined;
}

/** Why controls cannot be used now, each reason once: "Format, Discard: The drive has no namespaces." */
export function refusalLines(controls: readonly Control[]): string[] {
  const refused = controls.flatMap(({ name, whyNot }) => (whyNot === undefined ? [] : [{ name, whyNot }]));
  return [...Map.groupBy(refused, ({ whyNot }) => whyNot)].map(
    ([whyNot, of]) => `${of.map(({ name }) => name).join(", ")}: ${whyNot}`,
  );
}
