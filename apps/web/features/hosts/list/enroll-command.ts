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
  const { protocol, hostname } = new URL(serverUrl);
  const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  return protocol === "http:" && !isLoopback;
}
