import type { Prisma } from "@crosspoint/db";

/**
 * Runs of which every word is a part of the target's name, of its host's, or of what its drive is found by: the product
 * name of the catalog among it. `more` is what else may hold the whole text.
 */
export function runsMatching(
  search: string | undefined,
  more: readonly Prisma.BenchmarkRunWhereInput[] = [],
): Prisma.BenchmarkRunWhereInput {
  const words = (search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return {};
  const byWords = words.map((word): Prisma.BenchmarkRunWhereInput => {
    const contains = { contains: word, mode: "insensitive" } as const;
    return {
      OR: [
        { targetLabel: contains },
        { hostname: contains },
        { host: { hostname: contains } },
        { drive: { search: { text: { contains: word } } } },
      ],
    };
  });
  return { OR: [{ AND: byWords }, ...more] };
}
