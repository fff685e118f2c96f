type SwitchProps = {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch. Its state shows by position, not by colour alone. */
export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="group -my-2.5 inline-flex h-11 w-14 items-center disabled:opacity-60"
    >
      <span className="flex h-7 w-13 items-center rounded-full border-2 border-edge bg-ground px-0.5 group-aria-checked:border-ink group-aria-checked:bg-ink">
        <span className="size-5 rounded-full bg-edge group-aria-checked:translate-x-6 group-aria-checked:bg-paper motion-safe:transition-transform" />
      </span>
    </button>
  );
}
