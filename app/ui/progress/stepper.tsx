import { classNames } from "../class-names.ts";
import { Check } from "../icons/icons.tsx";

type Step = { name: string /** Link of a completed step. */; to?: string };

type StepperProps = {
  steps: readonly Step[];
  /** Index of the current step, from 0. */
  current: number;
  /** Accessible name of the list. */
  label: string;
  /** "Step 3 of 4", where there is no room for all. */
  position: string;
};

export function Stepper({ steps, current, label, position }: StepperProps) {
  return (
    <nav aria-label={label} className="print:hidden">
      <div className="flex items-center justify-between gap-4 wide:hidden">
        <p className="text-small">
          <span className="block text-ink-3">{position}</span>
          <span className="block font-semibold">{steps[current]?.name}</span>
        </p>
        <svg width="124" height="5" aria-hidden="true">
          {steps.map((step, index) => (
            <rect
              key={step.name}
              x={index * 32}
              width="28"
              height="5"
              rx="2.5"
              className={index <= current ? "fill-solid" : "fill-line-strong"}
            />
          ))}
        </svg>
      </div>
      <ol className="hidden items-center gap-2 text-body-2 wide:flex">
        {steps.map((step, index) => (
          <li
            key={step.name}
            aria-current={index === current ? "step" : undefined}
            className={classNames("flex items-center gap-2", index > 0 && "flex-1")}
          >
            {index > 0 && (
              <span className={classNames("h-0.5 min-w-2 flex-1", index <= current ? "bg-solid" : "bg-line-strong")} />
            )}
            <StepName step={step} index={index} current={current} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function StepName({ step, index, current }: { step: Step; index: number; current: number }) {
  const done = index < current;
  const now = index === current;
  const content = (
    <>
      <span
        className={classNames(
          "grid size-7 shrink-0 place-items-center rounded-full border text-caption font-semibold",
          done && "border-solid bg-primary-100 text-primary-700",
          now && "border-solid bg-solid text-on-solid",
          !done && !now && "border-control text-ink-3",
        )}
      >
        {done ? <Check size={16} /> : index + 1}
      </span>
      <span className={now ? "font-semibold text-ink" : "text-ink-3"}>{step.name}</span>
    </>
  );
  if (done && step.to)
    return (
      <a href={step.to} className="flex items-center gap-2.5 rounded-sm hover:underline">
        {content}
      </a>
    );
  return <span className="flex items-center gap-2.5">{content}</span>;
}
