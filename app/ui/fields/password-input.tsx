import { type ComponentProps, useState } from "react";
import { classNames } from "../class-names.ts";
import { Eye, EyeOff } from "../icons/icons.tsx";
import { TextInput } from "./text-input.tsx";

type PasswordInputProps = Omit<ComponentProps<typeof TextInput>, "type"> & { showLabel: string; hideLabel: string };

/** A password field that can be shown when scripts run; never prefilled. Pasting is allowed. */
export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [isVisible, setShown] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <span className="relative block">
      <TextInput
        {...rest}
        type={isVisible ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        className={classNames("pr-12", className)}
      />
      <span className="needs-script">
        <button
          type="button"
          aria-label={isVisible ? hideLabel : showLabel}
          aria-pressed={isVisible}
          data-hide-label={hideLabel}
          onClick={() => setShown(!isVisible)}
          className="absolute right-1 top-1/2 grid size-10 [translate:0_-50%] place-items-center rounded-sm text-ink-2 hover:bg-inset"
        >
          <Icon size={20} />
        </button>
      </span>
    </span>
  );
}
