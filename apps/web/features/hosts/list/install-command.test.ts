import { expect, it } from "vitest";
import { installCommand, isLoopback } from "./install-command.ts";

const plain = "echo CROSSPOINT_ALLOW_PLAIN_HTTP=yes; ";
const secure = "--proto '=https' --tlsv1.2 ";

it.each([
  ["https://crosspoint.example.net:8600", "", secure],
  ["http://localhost:4100", "", ""],
  ["http://127.0.0.1:4100", "", ""],
  ["http://[::1]:4100", "", ""],
  ["http://192.0.2.7:4100", plain, ""],
  ["http://localhost.example.net", plain, ""],
])(
  "asks %s for the script, over TLS alone where there is TLS, and says where there is none",
  (serverUrl, told, curl) => {
    const command = `{ echo CROSSPOINT_TOKEN=cpe_secret; ${told}curl ${curl}-fsSL ${serverUrl}/install.sh; } | sudo sh`;
    expect(installCommand({ serverUrl, token: "cpe_secret" })).toBe(command);
    expect(installCommand({ serverUrl: `${serverUrl}/`, token: "cpe_secret" })).toBe(command);
  },
);

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
