/** What the widgets of Turnstile, hCaptcha and reCAPTCHA have in common. */
type Widget = {
  ready?(then: () => void): void;
  render(container: HTMLElement, options: Record<string, unknown>): unknown;
};

declare global {
  interface Window {
    turnstile?: Widget;
    hcaptcha?: Widget;
    grecaptcha?: Widget;
  }
}

const providers: Record<string, { script: string; find: () => Widget | undefined }> = {
  turnstile: {
    script: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    find: () => window.turnstile,
  },
  hcaptcha: { script: "https://js.hcaptcha.com/1/api.js?render=explicit", find: () => window.hcaptcha },
  recaptcha: { script: "https://www.google.com/recaptcha/api.js?render=explicit", find: () => window.grecaptcha },
};

/** Shows the provider's widget below the box and waits until the visitor has passed it. */
export async function solveWithWidget(root: HTMLElement, action: string): Promise<string> {
  const provider = providers[root.dataset.provider ?? ""];
  const slot = root.querySelector("[data-bot-check-widget]");
  if (!provider || !slot) throw new Error("There is no such provider");
  const widget = provider.find() ?? (await load(provider.script, provider.find));
  if (widget.ready) await new Promise<void>((resolve) => widget.ready?.(resolve));
  // A widget cannot be rendered twice in one element.
  const container = document.createElement("div");
  container.className = "mt-3";
  slot.replaceChildren(container);
  return new Promise((resolve, reject) => {
    const failed = () => {
      slot.replaceChildren();
      reject(new Error("The check failed"));
    };
    widget.render(container, {
      sitekey: root.dataset.siteKey,
      action,
      callback: resolve,
      "error-callback": failed,
      "expired-callback": failed,
    });
  });
}

function load(address: string, find: () => Widget | undefined): Promise<Widget> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error("The provider's script did not load"));
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.onload = () => {
      const widget = find();
      if (widget) resolve(widget);
      else failed();
    };
    script.onerror = failed;
    document.head.append(script);
  });
}
