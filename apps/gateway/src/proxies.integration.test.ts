import { randomUUID } from "node:crypto";
import { parseTrustedProxies } from "@crosspoint/services/access/rules/client-address";
import { describe, expect, it } from "vitest";
import { json, startTestGateway } from "./testing/test-gateway.ts";

const burst = 60;

/** How a gateway answers the 61st wrong token of one address, and then the first of another, both by X-Forwarded-For. */
async function statusesBehind(trusted: string): Promise<number[]> {
  const gateway = await startTestGateway(parseTrustedProxies(trusted));
  const enroll = async (forwardedFor: string) => {
    const request = { token: "cpe_guess", installationId: randomUUID(), hostname: "h", agentVersion: "0.1.0" };
    const headers = { "x-forwarded-for": forwardedFor };
    return (await gateway.call("POST", "/agent/v1/enroll", json(request, headers))).status;
  };
  try {
    for (let attempt = 0; attempt < burst; attempt += 1) await enroll("198.51.100.1");
    return [await enroll("198.51.100.1"), await enroll("198.51.100.2")];
  } finally {
    await gateway.close();
  }
}

describe("the rate of enrollments by address", () => {
  it("counts whom a trusted proxy names, each alone", async () => {
    expect(await statusesBehind("127.0.0.1")).toEqual([429, 401]);
  });

  it("believes nobody else's X-Forwarded-For", async () => {
    expect(await statusesBehind("")).toEqual([429, 429]);
  });
});
