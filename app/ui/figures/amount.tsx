import { classNames } from "../class-names.ts";

const sizes = {
  inherit: { box: "", unit: "" },
  large: { box: "text-amount-l", unit: "text-[0.56em]" },
  huge: { box: "text-amount-xl", unit: "text-[0.56em]" },
} as const;

type AmountProps = {
  /** Already formatted for the reader. */
  value: string;
  unit: string;
  size?: keyof typeof sizes;
  /** In a column the unit has a fixed width, so that the figures align. */
  column?: boolean;
};

/** A figure and its unit on one line; the unit is smaller and lighter. */
export function Amount({ value, unit, size = "inherit", column = false }: AmountProps) {
  return (
    <span className={classNames("figures", sizes[size].box)}>
      {value} <span className={classNames("unit", sizes[size].unit, column && "unit-column")}>{unit}</span>
    </span>
  );
}
