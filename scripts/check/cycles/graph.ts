/** Who uses whom: for each node, the nodes it uses. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function graphOf(edges: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
    if (!graph.has(to)) graph.set(to, new Set());
  }
  return graph;
}

/**
 * The cycles of a graph, shortest first: for every edge that lies on one, the shortest through it. A cycle is named from its
 * first node in alphabetical order, so each stands once in the list.
 */
export function shortestCycles(graph: Graph): string[][] {
  const found = new Map<string, string[]>();
  for (const [from, targets] of graph) {
    for (const to of targets) {
      const back = shortestPath(graph, to, from);
      if (!back) continue;
      const cycle = fromFirst(back);
      found.set(cycle.join("\n"), cycle);
    }
  }
  return [...found.values()].sort((a, b) => a.length - b.length || a.join().localeCompare(b.join()));
}

/** The nodes from `start` to `goal`, both included. */
function shortestPath(graph: Graph, start: string, goal: string): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[start, undefined]]);
  const queue = [start];
  for (const node of queue) {
    if (node === goal) return pathTo(goal, cameFrom);
    for (const next of graph.get(node) ?? []) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo(goal: string, cameFrom: ReadonlyMap<string, string | undefined>): string[] {
  const path: string[] = [];
  for (let node: string | undefined = goal; node !== undefined; node = cameFrom.get(node)) path.unshift(node);
  return path;
}

function fromFirst(cycle: readonly string[]): string[] {
  const first = cycle.indexOf([...cycle].sort()[0] ?? "");
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}
