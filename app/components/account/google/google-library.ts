/** The part of Google's library that its button uses. */
type Identity = {
  initialize(options: {
    client_id: string;
    nonce: string;
    callback: (response: { credential?: string }) => void;
  }): void;
  renderButton(container: HTMLElement, look: Record<string, string | number>): void;
};

declare global {
  interface Window {
    google?: { accounts?: { id?: Identity } };
  }
}

/** Loads Google's library. Rejects when it does not load or has an unexpected shape. */
export function loadGoogle(address: string): Promise<Identity> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error("Google's library did not load"));
    const loaded = () => {
      const identity = window.google?.accounts?.id;
      if (identity) resolve(identity);
      else failed();
    };
    if (window.google?.accounts?.id) return loaded();
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.onload = loaded;
    script.onerror = failed;
    document.head.append(script);
  });
}
