/** Why somebody stands before the sign-in page who was signed in. */
const reasons = ["ended"] as const;
export type SignedOutReason = (typeof reasons)[number];

const home = "/fleet";
/** Nothing to come back to: each of them is for whoever is not signed in, or no page at all. */
const notForReturn = ["/sign-in", "/setup", "/password", "/api/"];
/** Only to read an address against; it is never asked. */
const anyOrigin = "http://crosspoint.invalid";
const longest = 2000;

/** The page of this product that an address names, or the home page: never another site, whatever the address says. */
export function pageToReturnTo(address: string | undefined): string {
  if (address === undefined || address.length > longest || !URL.canParse(address, anyOrigin)) return home;
  const { origin, pathname, search, hash } = new URL(address, anyOrigin);
  if (origin !== anyOrigin || !/^\/[^/]/.test(pathname)) return home;
  if (notForReturn.some((prefix) => pathname === prefix || pathname.startsWith(prefix))) return home;
  return `${pathname}${search}${hash}`;
}

/** The sign-in page that leads on to a page, and says why it is shown. */
export function signInAddress(page: string | undefined, why?: SignedOutReason): string {
  const to = pageToReturnTo(page);
  const search = new URLSearchParams({ ...(to === home ? {} : { to }), ...(why === undefined ? {} : { why }) });
  return search.size === 0 ? "/sign-in" : `/sign-in?${search}`;
}

export function signedOutReason(text: unknown): SignedOutReason | undefined {
  return reasons.find((reason) => reason === text);
}
