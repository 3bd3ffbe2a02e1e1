import { expect, it } from "vitest";
import { enrollCommand, isLoopback } from "./enroll-command.ts";

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

it.each([
  ["http://localhost:4100", true],
  ["http://127.0.0.1:4100", true],
  ["http://[::1]:4100", true],
  ["https://127.0.0.1", true],
  ["http://192.0.2.7:4100", false],
  ["https://localhost.example.net", false],
])("knows whether another machine reaches %s", (serverUrl, loopback) => {
  expect(isLoopback(serverUrl)).toBe(loopback);
});
