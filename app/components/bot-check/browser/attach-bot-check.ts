import { solveCheck } from "./solve-check.ts";

/**
 * Makes the box of a bot check work. The check begins when the box is pressed, or the form is sent, which then waits for
 * it. Returns what ends it.
 */
export function attachBotCheck(root: HTMLElement): () => void {
  const form = root.closest("form");
  const box = root.querySelector<HTMLInputElement>('input[type="checkbox"]');
  const token = root.querySelector<HTMLInputElement>('input[name="captcha_token"]');
  if (!form || !box || !token) return () => {};
  const ended = new AbortController();
  const { signal } = ended;
  let isByEmail = false;
  let isRunning = false;
  /** The button whose press waits for the check; null for a form sent without one. */
  let waiting: { button: HTMLElement | null } | undefined;

  async function run(): Promise<void> {
    if (!box || !token || isRunning || token.value !== "") return;
    isRunning = true;
    show(root, box, "running");
    const solved = await solveCheck(root).catch(() => "");
    isRunning = false;
    if (signal.aborted) return;
    token.value = solved;
    show(root, box, solved === "" ? "failed" : "passed");
    if (solved !== "" && waiting) form?.requestSubmit(waiting.button);
    waiting = undefined;
  }
  function onSubmit(event: SubmitEvent): void {
    if (isByEmail || !token || token.value !== "") return;
    event.preventDefault();
    // Neither Remix nor the dialog may send it yet.
    event.stopImmediatePropagation();
    waiting = { button: event.submitter };
    void run();
  }
  function sendByEmail(): void {
    isByEmail = true;
    form?.requestSubmit();
  }
  token.value = "";
  show(root, box, root.dataset.refused === undefined ? "idle" : "failed");
  box.addEventListener("change", () => void run(), { signal });
  root.querySelector("[data-bot-check-email]")?.addEventListener("click", sendByEmail, { signal });
  form.addEventListener("submit", onSubmit, { signal, capture: true });
  return () => ended.abort();
}

type State = "idle" | "running" | "passed" | "failed";

function show(root: HTMLElement, box: HTMLInputElement, state: State): void {
  root.dataset.state = state;
  box.checked = state === "running" || state === "passed";
  const status = root.querySelector<HTMLElement>('[role="status"]');
  if (status) status.textContent = status.dataset[state] ?? "";
}
