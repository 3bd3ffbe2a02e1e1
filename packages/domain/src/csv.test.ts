import { expect, it } from "vitest";
import { csvLine } from "./csv.ts";

it.each([
  [[1, 2n ** 127n, true, undefined, ""], "1,170141183460469231731687303715884105728,true,,\r\n"],
  [['a"b', "a,b", "a\nb", "plain"], '"a""b","a,b","a\nb",plain\r\n'],
  [["=1+1", "+1", "-1", "@x", "\tx", "\rx", -1], "'=1+1,'+1,'-1,'@x,'\tx,\"'\rx\",-1\r\n"],
] as const)("a line of CSV quotes what needs it and disarms formulas, not numbers", (values, line) => {
  expect(csvLine(values)).toBe(line);
});
