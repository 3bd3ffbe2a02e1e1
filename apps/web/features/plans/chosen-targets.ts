"use client";

import { keep, useKept } from "./kept";
import { isTargetKey } from "./target-key";

/** Most targets of one batch. */
export const targetsMost = 256;

const name = "crosspoint.launch.targets";

/** The keys of the targets that a batch is put together of: hundreds of them are too long for a URL. */
export function useChosenTargets() {
  return useKept(name, readKeys);
}

/** Chooses targets for the launch page, before it opens. */
export function chooseTargets(keys: readonly string[]): void {
  keep(name, keys);
}

function readKeys(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return none;
  return [...new Set(stored.filter(isTargetKey))].slice(0, targetsMost);
}

const none: readonly string[] = [];
