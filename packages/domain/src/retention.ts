/** Days for which changes of drives' firmware are kept: a fixed time. There are few of a drive in all its life. */
export const firmwareChangesKeptDays = 2 * 365;
