/**
 * What this browser does about an order: `denied` by the visitor, `homeScreen` on an iPhone or iPad, which notifies only
 * about sites on its home screen, `unsupported` in a browser without web push.
 */
export type PushState = "on" | "off" | "denied" | "homeScreen" | "unsupported";

const worker = "/push/worker.js";
const scope = "/push/";

export async function pushStateAt(path: string): Promise<PushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "standalone" in navigator ? "homeScreen" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const subscription = await currentSubscription();
  if (!subscription || Notification.permission !== "granted") return "off";
  return (await isActive(path, { intent: "ask", endpoint: subscription.endpoint })) ? "on" : "off";
}

/** Asks the visitor for permission, where they have not answered yet. Rejects when the browser or the site fails. */
export async function switchOn(path: string, key: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const { pushManager } = await activeRegistration();
  await endOtherKey(pushManager, key);
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = (await pushManager.subscribe(options)).toJSON();
  return (await isActive(path, { intent: "on", endpoint, p256dh, auth, key })) ? "on" : "off";
}

/** The browser's subscription stays: other orders may use it. */
export async function switchOff(path: string): Promise<PushState> {
  const subscription = await currentSubscription();
  if (subscription) await isActive(path, { intent: "off", endpoint: subscription.endpoint });
  return "off";
}

async function currentSubscription(): Promise<PushSubscription | null | undefined> {
  return (await navigator.serviceWorker.getRegistration(scope))?.pushManager.getSubscription();
}

/** A subscription belongs to one key; one with a key that we had earlier is replaced. */
async function endOtherKey(manager: PushManager, key: string): Promise<void> {
  const subscription = await manager.getSubscription();
  const knownKey = subscription?.options.applicationServerKey;
  const isSame = knownKey && String(new Uint8Array(knownKey)) === String(bytesOf(key));
  if (subscription && !isSame) await subscription.unsubscribe();
}

/** Resolves when the worker can receive messages. It controls no page, so `serviceWorker.ready` would wait for ever. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker, { scope });
  const starting = registration.installing ?? registration.waiting;
  if (registration.active || !starting) return registration;
  await new Promise<void>((resolve, reject) => {
    starting.addEventListener("statechange", () => {
      if (starting.state === "activated") resolve();
      if (starting.state === "redundant") reject(new Error("The worker was not installed"));
    });
  });
  return registration;
}

async function isActive(path: string, fields: Record<string, string>): Promise<boolean> {
  const response = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error(`The order's page answered ${response.status}`);
  const { active } = await response.json();
  return active === true;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
