import type { ColourTheme } from "./colours.ts";

/**
 * e1: swap button and selected segment. e2: a page's main card, menus, toasts. e3: dialogs. Other cards have a border.
 */
export const shadows: Record<ColourTheme, Record<"e1" | "e2" | "e3", string>> = {
  light: {
    e1: "0 1px 2px rgb(40 36 28 / .06)",
    e2: "0 1px 2px rgb(40 36 28 / .05), 0 10px 28px -12px rgb(40 36 28 / .14)",
    e3: "0 2px 6px rgb(40 36 28 / .08), 0 28px 64px -16px rgb(40 36 28 / .30)",
  },
  dark: {
    e1: "0 0 0 1px rgb(255 255 255 / .04)",
    e2: "0 0 0 1px rgb(255 255 255 / .05), 0 12px 32px -12px rgb(0 0 0 / .6)",
    e3: "0 0 0 1px rgb(255 255 255 / .08), 0 32px 72px -16px rgb(0 0 0 / .8)",
  },
};
