/** How the URL of the launch page names a version of a saved plan: what was looked at is what runs. */
export function savedPlanKey(savedPlanId: string, version: number): string {
  return `saved.${savedPlanId}.${version}`;
}

const key = /^saved\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9]\d{0,5})$/;

/** Undefined for what names none. */
export function savedPlanOf(planId: string) {
  const [, savedPlanId, version] = key.exec(planId) ?? [];
  return savedPlanId === undefined ? undefined : ({ kind: "saved", savedPlanId, version: Number(version) } as const);
}
