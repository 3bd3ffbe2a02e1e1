/** Two lines that cross in a point. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M3 12h5M16 12h5M12 3v5M12 16v5" strokeLinecap="round" />
      <circle cx="12" cy="12" r="4" />
    </svg>
  );
}
