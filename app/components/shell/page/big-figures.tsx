/** A status code in digits of 200 px; the zero of 404 is made of the mark's two halves, shifted. */
export function BigFigures({ figures }: { figures: string }) {
  return (
    <div className="flex select-none items-center gap-1 font-semibold text-primary-800">
      <span className="sr-only">{figures}</span>
      {[...figures].map((figure, index) =>
        figure === "0" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: three figures in a fixed order.
          <SlippedZero key={index} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: three figures in a fixed order.
          <span key={index} aria-hidden="true" className="text-[6rem] leading-none lg:text-[12.5rem]">
            {figure}
          </span>
        ),
      )}
    </div>
  );
}

function SlippedZero() {
  return (
    <svg viewBox="0 0 144 150" className="h-[4.8rem] w-[4.6rem] lg:h-40 lg:w-[9.6rem]" aria-hidden="true">
      <path d="M70 0a69 69 0 0 0 0 138z" className="fill-primary-700" />
      <path d="M74 12a69 69 0 0 1 0 138z" className="fill-secondary-300" />
    </svg>
  );
}
