import type { Sources } from "../../settings/statistics.ts";

/** True: this host is only reached over https; `sub_domains`: so is every host below it. */
export type Https = boolean | "sub_domains";

/**
 * For two years browsers then use https only. Hosts below ours are another matter: their owner has to say that all of them
 * have it, since it cannot be taken back.
 */
export const strictTransport = (https: Https) => {
  if (!https) return {};
  const value = `max-age=63072000${https === "sub_domains" ? "; includeSubDomains" : ""}`;
  return { "strict-transport-security": value };
};
export const policyHeader = "content-security-policy";

/** The page with an email shows it in a frame. */
export const showsEmail = (path: string) => /^\/mailbox\/[^/]+$/.test(path);

/**
 * The email in that frame: its inline styles and links that open outside the frame, nothing else: no scripts, forms,
 * external content or cookies.
 */
export const emailSandbox = "allow-top-navigation-by-user-activation";
export const emailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  `sandbox ${emailSandbox}`,
].join("; ");

/** Allows scripts with this response's nonce and the scripts they load. */
export const scriptsWithNonce = (nonce: string) => `'nonce-${nonce}' 'strict-dynamic'`;

/**
 * The security headers of every page. `scripts` allows scripts by nonce or hash; nothing else inline is allowed, style
 * attributes included. Development needs a looser rule for Vite's injected styles.
 */
export function securityHeaders(options: {
  scripts: string;
  https: Https;
  development: boolean;
  framesOwn?: boolean;
  /** The page scans QR codes. */
  camera?: boolean;
  /** The address of Google's library, on pages with its button. */
  googleScript?: string | undefined;
  /** What the third parties of this page need. */
  sources?: readonly Sources[];
}): Record<string, string> {
  const { scripts, https, development, framesOwn = false, camera = false, googleScript, sources = [] } = options;
  const google = googleScript === undefined ? null : googleSources(googleScript);
  return {
    [policyHeader]: contentSecurityPolicy(scripts, development, framesOwn, google, sources),
    "x-content-type-options": "nosniff",
    // Not `no-referrer`: Chromium would then send forms with `Origin: null`, which the origin check refuses.
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": `camera=(${camera ? "self" : ""}), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()`,
    // Google's button opens a window and receives its messages.
    "cross-origin-opener-policy": google ? "same-origin-allow-popups" : "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...strictTransport(https),
  };
}

/** What Google's button needs: its script, frames, requests and one stylesheet. */
function googleSources(script: string) {
  const folder = new URL(".", script).href;
  return { script, folder, style: `${folder}style` };
}

function contentSecurityPolicy(
  scripts: string,
  development: boolean,
  framesOwn: boolean,
  google: ReturnType<typeof googleSources> | null,
  sources: readonly Sources[],
): string {
  const also = (name: keyof Sources) =>
    [...new Set(sources.flatMap((party) => party[name]))].map((source) => ` ${source}`).join("");
  const frames = [framesOwn && "'self'", google?.folder, also("frame").trim()].filter(Boolean).join(" ") || "'none'";
  return [
    "default-src 'self'",
    `script-src ${scripts}${google ? ` ${google.script}` : ""}${also("script")}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ""}${google ? ` ${google.style}` : ""}${also("style")}`,
    `img-src 'self' data:${also("image")}`,
    `connect-src 'self'${development ? " ws:" : ""}${google ? ` ${google.folder}` : ""}${also("connect")}`,
    // Our bot check is solved in workers. Without this line the rule for scripts would be theirs.
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
  ].join("; ");
}
