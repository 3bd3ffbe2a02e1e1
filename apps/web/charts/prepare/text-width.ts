/** About how wide a text is at twelve pixels: a capital or digit takes about 8, any other letter 6.2. */
export function textWidth(text: string): number {
  return [...text].reduce((width, letter) => width + (/[A-Z0-9]/.test(letter) ? 8 : 6.2), 0);
}
