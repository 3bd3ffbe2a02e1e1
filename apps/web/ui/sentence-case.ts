/** An agent's reason as a title: its first letter large, unless it begins with a name ("nvme0n1", "uring-bench"). */
export function sentenceCase(text: string): string {
  const [word = ""] = text.split(/[\s,;:]/);
  return /^[a-z]+$/.test(word) ? word.charAt(0).toUpperCase() + text.slice(1) : text;
}
