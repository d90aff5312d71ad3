import { AssetMark } from "../../ui/icons/asset-mark.tsx";
import { Mark } from "../../ui/icons/mark.tsx";
import { Wordmark } from "../../ui/icons/wordmark.tsx";
import { Shelf } from "./shelf.tsx";

const ramps = {
  primary:
    "fill-primary-50 fill-primary-100 fill-primary-200 fill-primary-300 fill-primary-400 fill-primary-500 fill-primary-600 fill-primary-700 fill-primary-800 fill-primary-900 fill-primary-950",
  secondary:
    "fill-secondary-50 fill-secondary-100 fill-secondary-200 fill-secondary-300 fill-secondary-400 fill-secondary-500 fill-secondary-600 fill-secondary-700 fill-secondary-800 fill-secondary-900 fill-secondary-950",
  gray: "fill-gray-50 fill-gray-100 fill-gray-200 fill-gray-300 fill-gray-400 fill-gray-500 fill-gray-600 fill-gray-700 fill-gray-800 fill-gray-900 fill-gray-950",
  success:
    "fill-success-50 fill-success-100 fill-success-200 fill-success-300 fill-success-400 fill-success-500 fill-success-600 fill-success-700 fill-success-800 fill-success-900 fill-success-950",
  warning:
    "fill-warning-50 fill-warning-100 fill-warning-200 fill-warning-300 fill-warning-400 fill-warning-500 fill-warning-600 fill-warning-700 fill-warning-800 fill-warning-900 fill-warning-950",
  error:
    "fill-error-50 fill-error-100 fill-error-200 fill-error-300 fill-error-400 fill-error-500 fill-error-600 fill-error-700 fill-error-800 fill-error-900 fill-error-950",
};
const samples = [
  ["text-display", "Know the total. Итог известен"],
  ["text-h1", "Waiting for your 501 USDT"],
  ["text-h2", "Текущие курсы и резервы"],
  ["text-h3", "If something goes differently"],
  ["text-lead", "Отправьте одним переводом до 12:33."],
  ["text-body", "Up to 0.5 % off, we go on at your rate."],
  ["text-small", "Проверено в 12:05:40, обновится сама."],
  ["text-amount-xl", "48,210.55"],
] as const;

export function GalleryPalette() {
  return (
    <>
      <Shelf name="Palettes">
        {Object.entries(ramps).map(([name, classes]) => (
          <svg key={name} width="100%" height="36" role="img" aria-label={name}>
            {classes.split(" ").map((step, index) => (
              <rect key={step} x={`${index * 9.09}%`} width="8.7%" height="32" rx="6" className={step} />
            ))}
          </svg>
        ))}
      </Shelf>
      <Shelf name="Type">
        {samples.map(([look, text]) => (
          <p key={look} className={look}>
            {text}
          </p>
        ))}
      </Shelf>
      <Shelf name="Marks">
        <p className="flex flex-wrap items-center gap-4">
          {[16, 20, 24, 32, 48].map((size) => (
            <Mark key={size} size={size} />
          ))}
          <Wordmark />
          {["BTC", "ETH", "LTC", "USDT", "XYZ"].map((symbol) => (
            <AssetMark key={symbol} symbol={symbol} account={false} />
          ))}
          <AssetMark symbol="USD" account />
        </p>
      </Shelf>
    </>
  );
}
