import { type Step, steps } from "./wizard-fields";

/** The steps of the wizard with the current one marked. */
export function StepList({ current }: { current: Step }) {
  return (
    <ol className="mb-5 flex gap-x-6 gap-y-1">
      {steps.map((name, index) => (
        <li
          key={name}
          {...(index + 1 === current ? { "aria-current": "step" } : {})}
          className="font-semibold text-soft aria-[current=step]:text-ink"
        >
          <span className="in-aria-[current=step]:marked">
            <span className="font-figures">{index + 1}</span> {name}
          </span>
        </li>
      ))}
    </ol>
  );
}
