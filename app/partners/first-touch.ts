import { z } from "zod/v4";
import { sealedCookie } from "../cookies/sealed-cookie.server.ts";
import { partnerCodeIn } from "../i18n/partner-code.ts";
import { cookieSeconds } from "../settings/cookie-lifetimes.ts";

type Settings = {
  /** Whether there is a partner programme. */
  isOn: boolean;
  secrets: readonly string[];
  secure: boolean;
  /** Whether the visitor has agreed that the partner is remembered. */
  hasConsent: (request: Request) => boolean;
};

const firstTouch = z.object({ code: z.string(), at: z.iso.datetime() });

/**
 * Which partner a visitor came from: the first link of the browser, kept in a cookie after a Yes, else the code that the
 * visit carries in its addresses. The cookie is sealed: a planted one with another time or code is not read.
 */
export function firstTouches({ isOn, secrets, secure, hasConsent }: Settings) {
  const cookie = sealedCookie({
    name: "partner",
    schema: firstTouch,
    maxAgeSeconds: cookieSeconds.partner,
    secrets,
    secure,
  });
  const storedTouch = (request: Request, now: Date) => cookie.read(request.headers.get("Cookie"), now);
  const codeIn = (search: string) => (isOn ? partnerCodeIn(search) : null);

  /** The cookie that remembers this code, unless an earlier one is remembered. */
  const remember = async (request: Request, search: string, now: Date): Promise<string | null> => {
    const code = codeIn(search);
    if (code === null || (await storedTouch(request, now))) return null;
    return cookie.write({ code, at: now.toISOString() }, now);
  };

  return {
    /** For the calls that place an order or an account. Empty without a partner. */
    async touchOf(request: Request, now: Date): Promise<{ partner?: string; partner_at?: string }> {
      if (!isOn) return {};
      const first = await storedTouch(request, now);
      if (first) return { partner: first.code, partner_at: first.at };
      const carried = codeIn(new URL(request.url).search);
      return carried === null ? {} : { partner: carried };
    },
    /** The code in a page's address, which its links carry on. */
    carriedBy: (request: Request): string | null => codeIn(new URL(request.url).search),
    /** The Set-Cookie header of a page with a code; null without consent. */
    async rememberedBy(request: Request, now: Date): Promise<string | null> {
      return hasConsent(request) ? remember(request, new URL(request.url).search, now) : null;
    },
    /** The same at the moment of a Yes, for the page it was given on. */
    remember,
    /** After a No. */
    forget: (): string => cookie.clear(),
  };
}
