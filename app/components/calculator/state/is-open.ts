/** Whether a page's data has a calculator to type into. */
export const isCalculatorOpen = ({ state }: { state: { status: string } }) => state.status === "open";
