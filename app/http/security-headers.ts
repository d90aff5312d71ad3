export const policyHeader = "Content-Security-Policy";

/**
 * The headers of every answer, pages and files alike. `nonce` marks the scripts of this one answer; nothing inline
 * is allowed besides, style attributes included. Development needs a looser rule for Vite's injected styles.
 */
export function securityHeaders(options: {
  nonce: string;
  https: boolean;
  development: boolean;
}): Record<string, string> {
  const { nonce, https, development } = options;
  return {
    [policyHeader]: contentSecurityPolicy(nonce, development),
    "X-Content-Type-Options": "nosniff",
    // Not `no-referrer`: Chromium would then send forms with `Origin: null`, which the origin check refuses.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(https && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
  };
}

function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' data:",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
