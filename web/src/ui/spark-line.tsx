const HEIGHT = 32;
const PADDING = 2;

/** A small line of counts, oldest first. `label` says in words what it shows. */
export function SparkLine({ counts, label }: { counts: number[]; label: string }) {
  const most = Math.max(1, ...counts);
  const points = counts.map((count, place) => {
    const y = HEIGHT - PADDING - (count / most) * (HEIGHT - 2 * PADDING);
    return `${place},${y.toFixed(1)}`;
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, counts.length - 1)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-8 w-full"
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        className="stroke-valid"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
