import { useEffect, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { AssetMark } from "../../../ui/icons/asset-mark.tsx";
import { ChevronDown } from "../../../ui/icons/icons.tsx";
import { type Assets, isAccount, placeOf } from "../../summary/assets.ts";

type AssetPickerProps = {
  name: string;
  label: string;
  assets: Assets;
  /** Ids, in the service's order. */
  choices: readonly string[];
  value: string;
  onChoose: (asset: string) => void;
};

/**
 * A native select under a custom face: the browser's own list opens, on phones too. Without scripts the face cannot
 * follow the selection, so the select itself is shown (see styles/picker.css).
 */
export function AssetPicker({ name, label, assets, choices, value, onChoose }: AssetPickerProps) {
  const chosen = assets[value];
  const early = useEarlyChoice(name, value, onChoose);
  return (
    <span className="picker relative flex min-h-12 shrink-0 items-center gap-2.5 rounded-note bg-inset px-3 hover:bg-gray-200">
      {chosen && (
        <>
          <AssetMark symbol={chosen.symbol} account={isAccount(chosen)} size={28} />
          <span aria-hidden="true" className="flex-1 leading-none">
            <span className="block text-body-2 font-semibold leading-5">{chosen.symbol}</span>
            <span className="block text-micro text-ink-3">{placeOf(chosen)}</span>
          </span>
        </>
      )}
      <ChevronDown size={18} className="shrink-0 text-ink-2" />
      <select
        name={name}
        aria-label={label}
        value={early ?? value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        className="picker-list absolute inset-0 size-full rounded-note text-ink"
      >
        {choices.map((id) => (
          <option key={id} value={id}>
            {assets[id] ? `${assets[id].symbol} – ${placeOf(assets[id])}` : id}
          </option>
        ))}
      </select>
    </span>
  );
}

/**
 * Keeps a selection made before hydration. React would reset the select to the server's value, even during the change
 * event; so it keeps the visitor's choice until the calculator has received it.
 */
function useEarlyChoice(name: string, sent: string, onChoose: (asset: string) => void): string | undefined {
  const hydrated = useHydrated();
  const [early, setEarly] = useState(() => {
    if (hydrated || typeof document === "undefined") return undefined;
    const chosen = document.querySelector<HTMLSelectElement>(`select[name="${name}"]`)?.value;
    return chosen && chosen !== sent ? chosen : undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the scripts arrive.
  useEffect(() => {
    if (!early) return;
    onChoose(early);
    setEarly(undefined);
  }, []);
  return early;
}
