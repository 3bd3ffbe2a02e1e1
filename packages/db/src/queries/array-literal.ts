export * from "../array-literal.ts";
