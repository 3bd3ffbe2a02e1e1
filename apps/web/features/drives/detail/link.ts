interface Link {
  readonly linkSpeed: string | null;
  readonly linkWidth: number | null;
  readonly maxLinkSpeed: string | null;
  readonly maxLinkWidth: number | null;
}

/** "8.0 GT/s PCIe x4"; undefined where the kernel did not say. */
export function linkText(speed: string | null, width: number | null): string | undefined {
  const parts = [speed, width ? `x${width}` : null].filter((part) => part !== null && part !== "");
  return parts.length === 0 ? undefined : parts.join(" ");
}

/** Whether the link runs below what the drive can; unknown counts as no. Speeds are text such as "8.0 GT/s PCIe". */
export function linkThrottled({ linkSpeed, linkWidth, maxLinkSpeed, maxLinkWidth }: Link): boolean {
  const slower = gigatransfers(linkSpeed) < gigatransfers(maxLinkSpeed);
  return slower || (linkWidth !== null && maxLinkWidth !== null && linkWidth > 0 && linkWidth < maxLinkWidth);
}

/** Not a number where it is unknown, so that every comparison with it is false. */
function gigatransfers(speed: string | null): number {
  return speed === null ? Number.NaN : Number.parseFloat(speed);
}
