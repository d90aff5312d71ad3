import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";
import { type ColourTheme, ramps, roles, steps } from "./app/styles/colours.ts";
import { shadows } from "./app/styles/depth.ts";
import { scale, scaleVariables } from "./app/styles/scale.ts";
import { stringsOf, wordsOf } from "./scripts/vite/class-strings.ts";

/** Every token is a CSS variable, so that the theme changes without a second set of classes. See docs/decisions/050. */
function themeVariables(theme: ColourTheme): Record<string, string> {
  const ramp = Object.entries(ramps[theme]).flatMap(([palette, colours]) =>
    colours.map((colour, index) => [`--${palette}-${steps[index]}`, colour]),
  );
  const role = Object.entries(roles[theme]).map(([name, colour]) => [`--${name}`, colour]);
  const shadow = Object.entries(shadows[theme]).map(([name, value]) => [`--${name}`, value]);
  return { "color-scheme": theme, ...Object.fromEntries([...ramp, ...role, ...shadow]) };
}

const byVariable = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `var(--${name})`]));
const rampColours = Object.keys(ramps.light).map((palette) => [
  palette,
  Object.fromEntries(steps.map((step) => [step, `var(--${palette}-${step})`])),
]);

/**
 * For `vite build` or the development server. A build has the words of the sources' strings alone: in comments and code, `ring` or
 * `!button` would be classes that no page uses.
 */
export function tailwind(command: "build" | "serve"): Config {
  if (command === "serve") return { ...config, content: ["./app/**/*.{ts,tsx}", "!./app/**/*.test.*"] };
  return { ...config, content: [{ raw: wordsOfPages().join("\n"), extension: "txt" }] };
}

/** What runs on the server alone has no classes, and the gallery exists in development only. */
const noPages = /\.test\.|\.server\.ts$|^(api|auth|http|server)\/|\.gallery\//;

function wordsOfPages(): string[] {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => /\.tsx?$/.test(file) && !noPages.test(file));
  const strings = pages.flatMap((file) => stringsOf(readFileSync(join("app", file), "utf8")));
  return [...new Set(strings.flatMap(({ text }) => wordsOf(text)))];
}

const config = {
  content: [],
  future: { hoverOnlyWhenSupported: true },
  // A field of that name.
  blocklist: ["filter"],
  // Each as its own CSS property (see plugins): Tailwind's are made of twenty custom properties with a default for every element.
  corePlugins: { rotate: false, boxShadow: false },
  theme: {
    screens: { xs: "0px", sm: "600px", md: "650px", lg: "769px", xl: "1920px" },
    colors: {
      transparent: "transparent",
      current: "currentColor",
      ...byVariable(Object.keys(roles.light)),
      ...Object.fromEntries(rampColours),
    },
    fontFamily: {
      sans: ['"Golos Text"', '"Golos Fallback"', '"Golos Fallback Cyrillic"', "system-ui", "sans-serif"],
    },
    fontSize: Object.fromEntries(
      Object.entries(scale).map(([name, step]) => [
        name,
        [
          `var(--text-${name})`,
          {
            lineHeight: `var(--leading-${name})`,
            letterSpacing: `${step.spacing}em`,
            fontWeight: String(step.weight),
          },
        ],
      ]),
    ),
    fontWeight: { normal: "400", medium: "500", semibold: "600" },
    borderRadius: {
      none: "0",
      badge: "6px",
      sm: "8px",
      DEFAULT: "10px",
      note: "12px",
      leg: "14px",
      card: "16px",
      main: "20px",
      hero: "24px",
      full: "9999px",
    },
    boxShadow: { none: "none", ...byVariable(Object.keys(shadows.light)) },
    extend: {
      maxWidth: { content: "72rem", text: "40rem" },
      transitionDuration: { DEFAULT: "120ms", open: "160ms" },
      transitionTimingFunction: { DEFAULT: "ease-out" },
    },
  },
  plugins: [
    plugin(({ addBase, addVariant, matchUtilities, theme }) => {
      matchUtilities({ rotate: (rotate: string) => ({ rotate }) }, { values: theme("rotate") });
      matchUtilities(
        { shadow: (boxShadow: string) => ({ boxShadow }) },
        { values: theme("boxShadow"), type: ["shadow"] },
      );
      // Room for a column beside the content; less than the window has, where a menu stands at the side.
      addVariant("wide", "@container page (width >= 56rem)");
      addVariant("max-wide", "@container page (width < 56rem)");
      // The nearest element with `measured` has room for two amounts beside each other.
      addVariant("roomy", "@container (width >= 36rem)");
      addVariant("max-roomy", "@container (width < 36rem)");
      addBase({
        ":root": { ...themeVariables("light"), ...scaleVariables("phone") },
        "@media (min-width: 769px)": { ":root": scaleVariables("desktop") },
        // Paper is white.
        "@media screen and (prefers-color-scheme: dark)": {
          ":root:not([data-theme='light'])": themeVariables("dark"),
        },
        "@media screen": { ":root[data-theme='dark']": themeVariables("dark") },
      });
    }),
  ],
} satisfies Config;
