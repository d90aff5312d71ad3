const browsers = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const systems = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;

/** `Chrome, Windows` from a user agent; null when it is unknown. A hint, not a proof. */
export function clientName(agent: string | null): string | null {
  if (!agent) return null;
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1];
  const system = systems.find(([sign]) => sign.test(agent))?.[1];
  return [browser, system].filter(Boolean).join(", ") || null;
}
