import { request as httpRequest } from "node:http";
import { expect, test } from "../stack/fixtures.ts";
import { admin } from "../stack/stack.ts";

const nobody = { email: "nobody@example.com", password: "not the password" };

/** Sends a body without end, in chunks and with no length, until it is answered. */
function sendEndlessBody(url: string, origin: string): Promise<{ status: number; sentBytes: number }> {
  const chunk = Buffer.alloc(65_536, "a");
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let answered = false;
    const headers = { "content-type": "application/json", origin, "transfer-encoding": "chunked" };
    const request = httpRequest(url, { method: "POST", headers }, (response) => {
      answered = true;
      resolve({ status: response.statusCode ?? 0, sentBytes });
      request.destroy();
    });
    request.on("error", (error) => (answered ? undefined : reject(error)));
    const send = () => {
      if (answered) return;
      sentBytes += chunk.length;
      if (request.write(chunk)) setImmediate(send);
      else request.once("drain", send);
    };
    send();
  });
}

test("a body without end is answered at the limit", async ({ stack }) => {
  const { webUrl } = stack.settings;
  const { status, sentBytes } = await sendEndlessBody(`${webUrl}/api/trpc/access.signIn`, webUrl);
  expect(status).toBe(413);
  // What the sockets between the two may hold comes on top of the limit of 1 MiB.
  expect(sentBytes).toBeLessThan(50e6);
});

test("a header does not make one guesser many", async ({ request, stack }) => {
  const { webUrl } = stack.settings;
  const statuses: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    const headers = { origin: webUrl, "x-forwarded-for": `203.0.113.${time}` };
    const answer = await request.post("/api/trpc/access.signIn", { data: { json: nobody }, headers });
    statuses.push(answer.status());
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});

test("signing in is in the audit with the address, and another site cannot do it", async ({ request, stack }) => {
  const { webUrl } = stack.settings;
  const signIn = (origin: string) =>
    request
      .post("/api/trpc/access.signIn", { data: { json: admin }, headers: { origin } })
      .then((answer) => answer.status());
  expect(await signIn("https://evil.example.net")).toBe(403);
  expect(await signIn(webUrl)).toBe(200);
  const entry = await stack.db.auditEntry.findFirst({ where: { action: "access.signIn" }, orderBy: { time: "desc" } });
  expect(entry).toMatchObject({
    actorLabel: admin.email,
    detail: { address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) },
  });
});

test("the routes of the sign-in library are not there", async ({ request, stack }) => {
  const { webUrl } = stack.settings;
  for (const path of [
    "sign-in/email",
    "sign-up/email",
    "change-password",
    "change-email",
    "update-user",
    "list-sessions",
  ]) {
    const answer = await request.post(`/api/auth/${path}`, { data: {}, headers: { origin: webUrl } });
    expect(answer.status(), path).toBe(404);
  }
});
