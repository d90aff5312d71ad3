/** The eleven steps of every palette, from the background to the strongest ink. */
export const steps = [50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 950] as const;

export type Palette = "primary" | "secondary" | "gray" | "success" | "warning" | "error";
export type ColourTheme = "light" | "dark";

/**
 * The ramps are reversed in the dark theme: 50 is next to the background and 950 the strongest ink in both, so one pair
 * of steps (`bg-primary-100 text-primary-800`) fits both. See docs/decisions/050.
 */
export const ramps: Record<ColourTheme, Record<Palette, readonly string[]>> = {
  light: {
    primary: "#f2faf6 #e2f3eb #c6e5d7 #a0cfbb #72b298 #458f74 #2a7259 #175641 #114332 #0e3225 #051b13".split(" "),
    secondary: "#fff7f1 #ffecdd #fed9bc #f8c296 #f0a96e #ce813a #b06821 #8f5215 #703f0f #55310e #301905".split(" "),
    gray: "#f9f8f5 #f2f1ed #e5e4de #d3d2cc #8f8e87 #73726b #5e5c56 #494842 #32312c #1e1d1a #0f0e0b".split(" "),
    success: "#f1faf2 #e0f5e3 #c2e9c9 #9bd6a6 #6cbb7e #3b9a56 #1b7b3c #0a602b #074a20 #083718 #021d0a".split(" "),
    warning: "#fcf7ed #f9edd7 #f1dab2 #e1c083 #ca9e48 #a97b00 #856004 #684a00 #503800 #3d2900 #211500".split(" "),
    error: "#fff5f3 #fee8e6 #ffd0ca #ffaca2 #f87c70 #d94f46 #b4322d #8f201e #701815 #541310 #2f0706".split(" "),
  },
  dark: {
    primary: "#14221c #182e25 #1f3e32 #295243 #376d58 #488d73 #5aa88a #75bb9f #a0d4be #c7e9da #e5f7ef".split(" "),
    secondary: "#2c1d11 #3a2512 #492b11 #633c19 #845124 #ac6c32 #d08644 #e9a368 #f5bf93 #fdd9bd #feefe3".split(" "),
    gray: "#151714 #262723 #2f302d #3e403c #737571 #91938e #abada8 #c4c5c1 #d6d8d4 #eaece8 #f7f8f5".split(" "),
    success: "#142518 #18311d #193c22 #23522f #316e41 #429057 #57b06e #79ca8b #a0dcac #c6eccd #e4f8e7".split(" "),
    warning: "#281f0e #35280f #42300b #5a4210 #785918 #9d7623 #bf9235 #d7ad5d #e7c68c #f3deb9 #fcf0dd".split(" "),
    error: "#311917 #411f1c #522320 #6f302d #94423e #c05853 #e87069 #fe9088 #feb6af #ffd5d1 #feedec".split(" "),
  },
};

/** Colours by role. Pages use these first and a ramp only for a tone (badge, note). */
export const roles: Record<ColourTheme, Record<string, string>> = {
  light: {
    page: "#f9f8f5",
    surface: "#ffffff",
    inset: "#f2f1ed",
    line: "#e5e4de",
    "line-strong": "#d3d2cc",
    control: "#8f8e87",
    ink: "#1e1d1a",
    "ink-2": "#494842",
    "ink-3": "#5e5c56",
    placeholder: "#73726b",
    solid: "#175641",
    "solid-hover": "#114332",
    "on-solid": "#ffffff",
    link: "#175641",
    focus: "#458f74",
    footer: "#0e3225",
    "on-footer": "#e2f3eb",
    "on-footer-2": "#c6e5d7",
    scrim: "rgb(24 30 26 / .48)",
    danger: "#b4322d",
    "mark-tile": "#175641",
  },
  dark: {
    page: "#151714",
    surface: "#1e201c",
    inset: "#262723",
    line: "#2f302d",
    "line-strong": "#3e403c",
    control: "#737571",
    ink: "#eaece8",
    "ink-2": "#c4c5c1",
    "ink-3": "#abada8",
    placeholder: "#91938e",
    solid: "#75bb9f",
    "solid-hover": "#a0d4be",
    "on-solid": "#0b1f18",
    link: "#75bb9f",
    focus: "#5aa88a",
    footer: "#08120e",
    "on-footer": "#d6d8d4",
    "on-footer-2": "#abada8",
    scrim: "rgb(0 0 0 / .62)",
    danger: "#fe9088",
    "mark-tile": "#295243",
  },
};
