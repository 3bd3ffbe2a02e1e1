import { ServiceError } from "@crosspoint/services";
import { apiTokenIn } from "@crosspoint/services/access/rules/api-token";

/** Bodies that no form can send: a page of another site would have to ask first, and is refused. */
type OwnContentType = "application/json" | "application/octet-stream";

/**
 * Refuses what a page of another site may have sent with this browser's cookies: any other type of body, which a form might
 * send; another Origin; another site by the browser's own word. A request without an Origin comes from no page, and is let in with
 * an API token alone: no page of another site has one, and the cookies beside it count for nothing.
 */
export function requireOwnPage(headers: Headers, webUrl: string, expected: OwnContentType = "application/json"): void {
  requireType(headers, expected);
  requireOwnOrigin(headers, webUrl);
}

/** Refuses what a form of another site may have sent. For a form of ours that changes nothing. */
export function requireOwnForm(headers: Headers, webUrl: string): void {
  requireType(headers, "application/x-www-form-urlencoded");
  requireOwnOrigin(headers, webUrl);
}

function requireType(headers: Headers, expected: string): void {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === expected) return;
  throw new ServiceError("mediaType", `The body's content type is ${type ?? "not given"}.`, {
    remedy: `Send ${expected}.`,
  });
}

function requireOwnOrigin(headers: Headers, webUrl: string): void {
  if (apiTokenIn(headers) !== undefined) return;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  if ((site === null || site === "same-origin") && isOwnOrigin(origin, headers.get("host"), webUrl)) return;
  throw new ServiceError("forbidden", `This was sent by ${origin ?? "no page"}, which is not this server's.`, {
    remedy: `Open ${new URL(webUrl).origin}. Behind a reverse proxy: WEB_URL must be the address that people open.`,
  });
}

/**
 * The product may be opened by any name of the server, so what counts beside WEB_URL is the Host asked for; the scheme
 * is WEB_URL's, so that a page from the plain http of the same name is not taken for the one behind TLS.
 */
function isOwnOrigin(origin: string | null, host: string | null, webUrl: string): boolean {
  const own = new URL(webUrl);
  return origin !== null && (origin === own.origin || (host !== null && origin === originOf(own.protocol, host)));
}

function originOf(protocol: string, host: string): string | undefined {
  const url = `${protocol}//${host}`;
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
