/**
 * Values of the page that are split between two lines: order numbers, days, times with their zone, amounts, and currencies
 * with their network. Runs in the browser.
 */
export function splitValues(): string[] {
  const unit = "(?:USDT|USD|EUR|BTC|ETH|LTC|%)";
  const month =
    "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)";
  const values = [
    /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}/g,
    new RegExp(`\\d{1,2}\\s${month}\\p{L}*`, "gu"),
    /\d\d:\d\d\sUTC/g,
    new RegExp(`\\d[\\d\\s.,]*\\s${unit}`, "g"),
    /(?:USDT\s(?:TRC20|ERC20)|PayPal\s(?:USD|EUR))/g,
  ];
  const split: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const within = text.parentElement;
    if (!within?.checkVisibility() || within.closest("script, style, option, .sr-only")) continue;
    for (const { 0: value, index } of values.flatMap((pattern) => [...(text.textContent ?? "").matchAll(pattern)])) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + value.length);
      const lines = new Set(
        [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
      );
      if (lines.size > 1) split.push(value);
    }
  }
  return split;
}
