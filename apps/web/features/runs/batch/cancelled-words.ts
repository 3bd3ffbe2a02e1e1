/** What became of a batch's open runs: those that no agent had begun are over, the others are about to be. */
export function cancelledWords({ withdrawn, asked }: { readonly withdrawn: number; readonly asked: number }): string {
  const over = withdrawn === 0 ? [] : [`${runs(withdrawn)} withdrawn`];
  const stopping = asked === 0 ? [] : [`${runs(asked)} about to stop`];
  return [...over, ...stopping].join(", ") || "Every run was over already";
}

function runs(count: number): string {
  return count === 1 ? "1 run" : `${count} runs`;
}
