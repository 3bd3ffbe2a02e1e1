import { expect, it } from "vitest";
import { cardSerial } from "./siblings.ts";

it.each([
  ["CVF8551400324P0DGN-1", "CVF8551400324P0DGN"],
  ["CVF8551400324P0DGN-2", "CVF8551400324P0DGN"],
  ["CVF8551400324P0DGN", undefined],
  ["CVF8551400324P0DGN-0", undefined],
  ["DISK-1", undefined],
])("the card of %s is %s", (serial, card) => {
  expect(cardSerial(serial)).toBe(card);
});
