export { connectDatabase, type Database, type Transaction } from "./client.ts";
export * from "./generated/client/client.ts";
export { type LaterRunner, PlainDatabase, type PlainTransaction, type SqlRunner } from "./plain.ts";
export { sessionUrl, statementTimeoutMs } from "./session.ts";
