export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];
export const themeCookieName = "theme";

/** The visitor's choice; null follows the device. */
export function themeOf(request: Request): Theme | null {
  const value = request.headers.get("Cookie")?.match(/(?:^|;\s*)theme=([^;]*)/)?.[1];
  return themes.find((theme) => theme === value) ?? null;
}
