import { parseArgs } from "node:util";
import { StartError } from "../steps/remedy.ts";
import { usage } from "./usage.mjs";

export interface StartSettings {
  readonly dev: boolean;
  readonly agent: boolean;
  /** A simulated fleet with a history, in a database of its own. */
  readonly demo: boolean;
  readonly host: string;
  readonly webPort: number;
  readonly gatewayPort: number;
  readonly webUrl: string;
  /** Where agents reach the gateway. */
  readonly gatewayUrl: string;
  /** Whose password to reset in the Crosspoint that runs, instead of starting one. */
  readonly passwordLinkFor: string | undefined;
}

export function readSettings(args: string[]): StartSettings {
  const { values } = parse(args);
  if (values.demo) requireOwnDatabase();
  const host = values.host ?? "127.0.0.1";
  const webPort = port("WEB_PORT", 3000);
  const gatewayPort = port("GATEWAY_PORT", 4100);
  const name = host === "127.0.0.1" || host === "0.0.0.0" ? "localhost" : host;
  return {
    dev: values.dev ?? false,
    agent: !values["no-agent"] && !values.demo,
    demo: values.demo ?? false,
    host,
    webPort,
    gatewayPort,
    webUrl: process.env.WEB_URL ?? `http://${name}:${webPort}`,
    passwordLinkFor: values["password-link"],
    gatewayUrl: process.env.GATEWAY_URL ?? `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${gatewayPort}`,
  };
}

/** Simulated hosts do not belong among real ones. */
function requireOwnDatabase(): void {
  if (!process.env.DATABASE_URL) return;
  throw new StartError("The demo has a database of its own, and DATABASE_URL names another.", "Unset DATABASE_URL.");
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        dev: { type: "boolean" },
        "no-agent": { type: "boolean" },
        demo: { type: "boolean" },
        host: { type: "string" },
        "password-link": { type: "string" },
      },
    });
  } catch (error) {
    throw new StartError((error as Error).message, usage);
  }
}

function port(variable: string, fallback: number): number {
  const text = process.env[variable];
  if (!text) return fallback;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number < 65_536) return number;
  throw new StartError(`${variable}=${text} is not a port.`, "Give a whole number from 1 to 65535.");
}
