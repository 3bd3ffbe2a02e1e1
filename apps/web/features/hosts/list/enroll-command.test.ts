import { expect, it } from "vitest";
import { enrollCommand } from "./enroll-command.ts";

it.each([
  ["https://crosspoint.example.net:8600", ""],
  ["http://localhost:4100", ""],
  ["http://127.0.0.1:4100", ""],
  ["http://[::1]:4100", ""],
  ["http://192.0.2.7:4100", " --allow-plain-http"],
  ["http://localhost.example.net", " --allow-plain-http"],
])("tells the agent of a gateway without TLS on another machine: %s", (serverUrl, told) => {
  const command = `crosspoint-agent run --server ${serverUrl}${told} --token cpe_secret`;
  expect(enrollCommand({ serverUrl, token: "cpe_secret" })).toBe(command);
});
