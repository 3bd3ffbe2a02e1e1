/** A test, or what only tests use. */
export const isTest = (path: string) =>
  /\.(test|spec)\.tsx?$|(^|\/)testing\/|(^|\/)(tests|benches)\/.*\.rs$|\/(tests|testing)\.rs$/.test(path);

/** Written by a program, for programs. */
export const isGenerated = (path: string) => /(^|\/)generated(\/|\.rs$)/.test(path);
