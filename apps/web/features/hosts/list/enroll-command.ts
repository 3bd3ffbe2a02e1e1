/**
 * What to run on a host to let it in. The agent refuses a gateway without TLS on another machine unless it is told
 * otherwise; a command that could only fail would help nobody.
 */
export function enrollCommand({ serverUrl, token }: { serverUrl: string; token: string }): string {
  const unencrypted = isUnencrypted(serverUrl) ? " --allow-plain-http" : "";
  return `crosspoint-agent run --server ${serverUrl}${unencrypted} --token ${token}`;
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
