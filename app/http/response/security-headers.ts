export const strictTransport = "max-age=63072000; includeSubDomains";
export const policyHeader = "content-security-policy";

/** The page that shows a letter holds the letter itself in a frame. */
export const showsEmail = (path: string) => /^\/mailbox\/[^/]+$/.test(path);

/**
 * A letter in that frame: its own inline styles and links that lead out of the frame, and nothing else. It is
 * nobody's page of ours: no scripts, no forms, nothing loaded, no cookies.
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

/** Scripts that bear the nonce of their one answer may run, and those which they load. */
export const scriptsWithNonce = (nonce: string) => `'nonce-${nonce}' 'strict-dynamic'`;

/**
 * The headers of every page. `scripts` names what may run: by a nonce, or by hashes; nothing else inline is allowed,
 * style attributes included. Development needs a looser rule for Vite's injected styles.
 */
export function securityHeaders(options: {
  scripts: string;
  https: boolean;
  development: boolean;
  framesOwn?: boolean;
  /** The address of Google's library, on the pages that show its button. */
  googleScript?: string | undefined;
}): Record<string, string> {
  const { scripts, https, development, framesOwn = false, googleScript } = options;
  const google = googleScript === undefined ? null : googleSources(googleScript);
  return {
    [policyHeader]: contentSecurityPolicy(scripts, development, framesOwn, google),
    "x-content-type-options": "nosniff",
    // Not `no-referrer`: Chromium would then send forms with `Origin: null`, which the origin check refuses.
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    // Google's button opens its window and hears from it.
    "cross-origin-opener-policy": google ? "same-origin-allow-popups" : "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...(https && { "strict-transport-security": strictTransport }),
  };
}

/** What Google says its button needs: its script, and frames, calls and one stylesheet beside that. */
function googleSources(script: string) {
  const folder = new URL(".", script).href;
  return { script, folder, style: `${folder}style` };
}

function contentSecurityPolicy(
  scripts: string,
  development: boolean,
  framesOwn: boolean,
  google: ReturnType<typeof googleSources> | null,
): string {
  const frames = [framesOwn && "'self'", google?.folder].filter(Boolean).join(" ") || "'none'";
  return [
    "default-src 'self'",
    `script-src ${scripts}${google ? ` ${google.script}` : ""}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ""}${google ? ` ${google.style}` : ""}`,
    "img-src 'self' data:",
    `connect-src 'self'${development ? " ws:" : ""}${google ? ` ${google.folder}` : ""}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
  ].join("; ");
}
