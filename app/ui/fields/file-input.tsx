import type { ComponentProps } from "react";
import { classNames } from "../class-names.ts";
import { controlClass } from "./text-input.tsx";

/** The browser's file chooser in a field frame; its texts are in the browser's language. */
export function FileInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      {...rest}
      type="file"
      className={classNames(
        controlClass,
        "py-1.5 pl-1.5 text-body-2 file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border-0 file:bg-inset",
        "file:px-3 file:font-semibold file:text-ink hover:file:bg-gray-200",
        className,
      )}
    />
  );
}
