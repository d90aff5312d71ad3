/** The token of the solved check; rejects when it cannot be solved. What it takes is loaded now, not with the page. */
export async function solveCheck(root: HTMLElement): Promise<string> {
  const action = root.dataset.botCheck ?? "";
  if (root.dataset.provider === "altcha") {
    const { solveAltcha } = await import("./solve-altcha.ts");
    return solveAltcha(action);
  }
  const { solveWithWidget } = await import("./provider-widget.ts");
  return solveWithWidget(root, action);
}
