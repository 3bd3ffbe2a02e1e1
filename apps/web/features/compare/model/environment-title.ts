/** Of the panel of environments: one alone differs from none. */
export function environmentTitle({ environments }: { readonly environments: readonly unknown[] }): string {
  return environments.length < 2 ? "Test environments" : "Environment differences";
}
