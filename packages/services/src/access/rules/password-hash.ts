import { hashPassword as hash, verifyPassword as verify } from "better-auth/crypto";
import { ServiceError } from "../../errors.ts";

/** A scrypt takes 32 MiB and a core for a while: this many at once, and so many more may wait. */
const atOnce = 2;
const maxWaiting = 64;

let running = 0;
const waiting: (() => void)[] = [];

/** scrypt, as better-auth stores it. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

export function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  return inTurn(() => verify(given));
}

/** Few at once, whoever asks: a flood of sign-ins takes neither the memory nor the threads that the rest needs. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await turn();
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function turn(): Promise<void> {
  if (waiting.length < maxWaiting) return new Promise((resolve) => waiting.push(resolve));
  throw new ServiceError("unavailable", "The server is checking too many passwords at once.", {
    remedy: "Try again in a few seconds.",
    retryAfterSeconds: 5,
  });
}
