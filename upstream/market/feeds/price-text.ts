import { z } from "zod/v4";
import { formatRate, type Rate, readRate } from "../rules/rate.ts";
import { UnreadableFeed } from "./feed.ts";

/**
 * A price must be text in JSON as well: a JSON number is a floating-point number once it is parsed, and none of the listed
 * feeds sends any. No exponent, no zero, at most 12 digits before and 18 after the point.
 */
const pricePattern = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,18})?$/;

export const priceText = z
  .string()
  .regex(pricePattern)
  .refine((text) => readRate(text) !== undefined);

/** Halfway between the best bid and the best ask, exact. Throws `UnreadableFeed` where they cross. */
export function midPrice(bidText: string, askText: string): string {
  const [bid, ask] = [rateFrom(bidText), rateFrom(askText)];
  const scale = Math.max(bid.scale, ask.scale);
  const [low, high] = [scaled(bid, scale), scaled(ask, scale)];
  if (low > high) throw new UnreadableFeed("The bid is above the ask");
  return formatRate({ digits: (low + high) * 5n, scale: scale + 1 });
}

function rateFrom(text: string): Rate {
  const rate = pricePattern.test(text) ? readRate(text) : undefined;
  if (!rate) throw new UnreadableFeed("A price is not a decimal number above zero");
  return rate;
}

const scaled = ({ digits, scale }: Rate, to: number) => digits * 10n ** BigInt(to - scale);

/** The answer as `shape`, or `UnreadableFeed`. */
export function parsedJson<Shape extends z.ZodType>(text: string, shape: Shape): z.infer<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableFeed("The answer is no JSON");
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new UnreadableFeed("The answer has another shape");
  return parsed.data;
}
