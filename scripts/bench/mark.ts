/** Whether a figure is within its goal, as it is printed. */
export const mark = (within: boolean): "ok" | "MISSED" => (within ? "ok" : "MISSED");
