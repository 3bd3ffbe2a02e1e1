/**
 * What to run on a host to install the agent and let it in. The token goes to the script on its standard input: it is in no
 * address, no process list and no log of sudo.
 */
export function installCommand({ serverUrl, token }: { serverUrl: string; token: string }): string {
  const told = [`echo CROSSPOINT_TOKEN=${token}`];
  // The script refuses a gateway without TLS on another machine unless it is told otherwise.
  if (isUnencrypted(serverUrl)) told.push("echo CROSSPOINT_ALLOW_PLAIN_HTTP=yes");
  const isEncrypted = new URL(serverUrl).protocol === "https:";
  const curl = `curl ${isEncrypted ? "--proto '=https' --tlsv1.2 " : ""}-fsSL`;
  return `{ ${told.join("; ")}; ${curl} ${serverUrl.replace(/\/+$/, "")}/install.sh; } | sudo sh`;
}

/** As the agent judges it: what stays on one machine needs no encryption. */
export function isUnencrypted(serverUrl: string): boolean {
  return new URL(serverUrl).protocol === "http:" && !isLoopback(serverUrl);
}

/** An address by which the server's own machine alone reaches it. */
export function isLoopback(serverUrl: string): boolean {
  const { hostname } = new URL(serverUrl);
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
