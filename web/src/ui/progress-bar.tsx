type ProgressBarProps = { percent: number; label: string };

export function ProgressBar({ percent, label }: ProgressBarProps) {
  const value = Math.round(percent * 100) / 100;
  return (
    <progress className="progress" max={100} value={value} aria-label={label}>
      {value}%
    </progress>
  );
}
